"""What changed between looks: cubes keep their number, letter and place until a hand has been at them."""
