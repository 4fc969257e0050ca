#!/usr/bin/env bash
# Installs the table on a Raspberry Pi (Raspberry Pi OS 12 or 13, 64 bit), or another Debian machine, so that it starts
# by itself. Run it again to upgrade: the new version is made beside the old one, and a link is switched.
#
#   /opt/wff-table/releases/...   the versions, each an environment of its own; the last two are kept
#   /opt/wff-table/current        the one that runs
#   /etc/wff-table/table.toml     the configuration; made once, never overwritten
#   /var/lib/wff-table            the journal and the pictures; never touched
set -euo pipefail

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PYTHON=/usr/bin/python3 # the system's: the camera's and the pins' libraries belong to it
HOME_OF_RELEASES=/opt/wff-table
CONFIG=/etc/wff-table/table.toml
DATA=/var/lib/wff-table
TABLE_USER=wfftable
GROUPS_NEEDED=(gpio video dialout)
UNITS=(wff-table.service wff-table-console.service)
PACKAGES=(python3 python3-venv python3-numpy python3-pil)
PI_PACKAGES=(python3-picamera2 python3-lgpio) # only Raspberry Pi OS has them
SPACE=1500 # megabytes for one more version
TRIAL=10   # seconds for which the units must stay up; longer than they take to be started again

dry=no
start=yes
back=no

usage() {
  cat <<END
Usage: sudo systemd/install.sh [--dry-run] [--no-start] [--rollback]

  --dry-run   print what would be done, and do nothing; needs no root
  --no-start  install and enable, but start nothing now
  --rollback  switch back to the version before this one
END
}

main() {
  for word in "$@"; do
    case $word in
      --dry-run) dry=yes ;;
      --no-start) start=no ;;
      --rollback) back=yes ;;
      -h | --help) usage && exit 0 ;;
      *) usage >&2 && die "'$word' means nothing here." ;;
    esac
  done
  check_machine
  if [[ $back == yes ]]; then
    roll_back
    return
  fi
  install_packages
  make_user
  make_release
  make_config
  make_pins
  install_units
  switch_to "$release"
  start_units
  drop_old_releases
  say "Done. Look at the table with: sudo wff-table doctor --config $CONFIG"
}

# --- before anything is touched -------------------------------------------------------------------------------------

check_machine() {
  [[ $dry == yes || $EUID -eq 0 ]] || die "This needs root: sudo systemd/install.sh (or --dry-run to look first)."
  local id version
  id=$(os_release ID)
  version=$(os_release VERSION_ID)
  [[ " $id $(os_release ID_LIKE) " == *" debian "* ]] ||
    die "This is '${id:-an unknown system}', not Raspberry Pi OS or Debian. Elsewhere: make an environment by hand (README.md)."
  [[ $version == 12 || $version == 13 ]] ||
    die "This is version '${version:-unknown}'; Raspberry Pi OS or Debian 12 or 13 is needed (Python 3.11 or newer)."
  local architecture
  architecture=$(dpkg --print-architecture)
  [[ $architecture == arm64 || $architecture == amd64 ]] ||
    die "This system is $architecture; the network that reads the cubes needs a 64-bit one. Write the 64-bit image to the card."
  command -v systemctl >/dev/null || die "There is no systemd here; the table's units need it."
  local free
  free=$(df --output=avail -m "$(nearest $HOME_OF_RELEASES)" | tail -n 1 | tr -d ' ')
  ((free >= SPACE)) || die "Only $free MB are free for $HOME_OF_RELEASES; $SPACE MB are needed. Clear some space first."
  say "$id $version on $architecture$(model)"
}

os_release() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" /etc/os-release 2>/dev/null || true; }

nearest() { # the folder, or the closest one above it that is there
  local folder=$1
  until [[ -d $folder ]]; do folder=$(dirname "$folder"); done
  echo "$folder"
}

model() {
  if [[ -r /proc/device-tree/model ]]; then printf ', %s' "$(tr -d '\0' </proc/device-tree/model)"; fi
}

on_a_pi() { [[ $(model) == *"Raspberry Pi"* ]]; }

# --- packages, user, version, configuration ---------------------------------------------------------------------------

install_packages() {
  local missing=()
  for package in "${PACKAGES[@]}" "${PI_PACKAGES[@]}"; do
    installed "$package" || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then
    say "All packages are installed: ${PACKAGES[*]} ${PI_PACKAGES[*]}"
    return
  fi
  run apt-get update --quiet --error-on=any ||
    die "The package lists could not be fetched. Is the machine on the network? Try: sudo apt-get update"
  local wanted=()
  for package in "${missing[@]}"; do
    if [[ " ${PI_PACKAGES[*]} " == *" $package "* ]] && ! on_offer "$package"; then
      on_a_pi && die "$package is not on offer; is this Raspberry Pi OS? Plain Debian has nothing for the Pi's camera and pins."
      say "$package is not on offer here; a webcam (camera.driver = \"opencv\") and a pod work without it."
    else
      wanted+=("$package")
    fi
  done
  ((${#wanted[@]} == 0)) || run env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --no-install-recommends "${wanted[@]}" ||
    die "The packages could not be installed. Is the machine on the network? Then run this again."
}

installed() { [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

on_offer() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

make_user() { # in no group but its own: the control unit has the groups of its devices, and the console has none
  for group in "${GROUPS_NEEDED[@]}"; do
    getent group "$group" >/dev/null || run groupadd --system "$group"
  done
  getent passwd $TABLE_USER >/dev/null ||
    run useradd --system --user-group --home-dir $DATA --no-create-home --shell /usr/sbin/nologin $TABLE_USER
  run install -d -o $TABLE_USER -g $TABLE_USER -m 0750 $DATA
}

make_release() { # sets `release`; one that is there already and whole is used again
  local version
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/pyproject.toml" | head -n 1)
  release=$HOME_OF_RELEASES/releases/$version-$(fingerprint)
  if [[ -e $release/.whole ]]; then
    say "This version is there already: $release"
    return
  fi
  say "Making $release (some minutes on a Pi) ..."
  run rm -rf "$release"
  run install -d -m 0755 "$HOME_OF_RELEASES/releases" "$release"
  run $PYTHON -m venv --system-site-packages "$release"
  write "$release/constraints.txt" < <(constraints)
  run "$release/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir \
    --constraint "$release/constraints.txt" "$SOURCE$(extras)" ||
    die "The program could not be installed. Is the machine on the network? The version that runs was not touched."
  run "$release/bin/python" -c \
    'import cv2, numpy, onnxruntime, gpiozero, serial; from table.cli.commands import *; [*map(load, COMMANDS)]' ||
    die "The new version does not start on this machine. The version that runs was not touched."
  run touch "$release/.whole"
}

fingerprint() { # of everything that goes into a version, and of the Python and numpy that it stands on
  (
    cd "$SOURCE"
    find firmware hardware vision table pyproject.toml constraints.txt -type f ! -path '*/__pycache__/*' -print0 |
      LC_ALL=C sort --zero-terminated | xargs --null sha256sum
    $PYTHON --version || true
    system_numpy
  ) | sha256sum | cut -c 1-10
}

# picamera2 comes from apt, with parts that were compiled for the system's numpy: 1.24 on version 12, 2.2 on version 13.
# A numpy of another major version in the environment would break it. So the environment sees the system's packages, and
# pip works under constraints.txt without its numpy and Pillow and with an upper limit for numpy's major version. pip then
# keeps the system's numpy where it is new enough for us, and takes the newest of the same major version where not.
# OpenCV's wheels from 4.12 on want numpy 2.
constraints() {
  local major
  major=$(system_numpy | cut -d . -f 1)
  grep -viE '^(numpy|pillow|opencv-python-headless)==' "$SOURCE/constraints.txt"
  echo "numpy<$((major + 1))"
  if ((major < 2)); then
    echo 'opencv-python-headless<4.12'
  else
    grep -iE '^opencv-python-headless==' "$SOURCE/constraints.txt"
  fi
}

system_numpy() { # its version; before apt has installed it, the one that will be
  $PYTHON -c 'import numpy; print(numpy.__version__)' 2>/dev/null ||
    apt-cache policy python3-numpy 2>/dev/null | sed -n 's/.*Candidate: \([0-9]*:\)\{0,1\}\([0-9]\)/\2/p' | grep . || echo 2
}

extras() { # those of ours that this version has
  local found=()
  for extra in console hall pod; do
    grep -q "^$extra = \[" "$SOURCE/pyproject.toml" && found+=("$extra")
  done
  (
    IFS=,
    echo "[${found[*]}]"
  )
}

make_config() {
  run install -d -o root -g $TABLE_USER -m 0750 "$(dirname $CONFIG)"
  if [[ -e $CONFIG ]]; then
    say "$CONFIG is kept as it is."
    return
  fi
  if [[ $dry == yes ]]; then
    say "  would write $CONFIG, with every key as it is if left out"
    return
  fi
  "$release/bin/python" -c 'from table.config.config import example; print(example(), end="")' | write $CONFIG
  chown root:$TABLE_USER $CONFIG
  chmod 0640 $CONFIG
}

make_pins() { # the console does not start without; made once, since new ones would log everybody out
  local data=$DATA
  if [[ $dry == no ]]; then
    data=$("$release/bin/python" -c 'import pathlib, sys, table.config.config as c; print(c.load(pathlib.Path(sys.argv[1])).data)' \
      $CONFIG 2> >(tail -n 1 >&2)) || die "Put $CONFIG right, and run this again. The version that runs was not touched."
  fi
  [[ -e $data/console.json ]] ||
    run runuser -u $TABLE_USER -- "$release/bin/wff-table" console --config $CONFIG --new-pins
}

# --- units, and the switch --------------------------------------------------------------------------------------------

install_units() {
  for unit in "${UNITS[@]}"; do
    run install -D -m 0644 "$SOURCE/systemd/$unit" "/etc/systemd/system/$unit"
  done
  run install -D -m 0644 "$SOURCE/systemd/60-wff-table.rules" /etc/udev/rules.d/60-wff-table.rules
  run install -D -m 0644 "$SOURCE/systemd/wff-table.modules.conf" /etc/modules-load.d/wff-table.conf
  run install -D -m 0644 "$SOURCE/docs/install.md" /usr/local/share/doc/wff-table/install.md
  run ln -sfn $HOME_OF_RELEASES/current/bin/wff-table /usr/local/bin/wff-table
}

switch_to() { # in one step: whoever looks finds the old version or the new one
  local now
  now=$(target_of current)
  [[ $now != "$1" ]] || return 0
  [[ -z $now ]] || point previous "$now"
  point current "$1"
}

point() {
  run ln -sfn "$2" $HOME_OF_RELEASES/next
  run mv -T $HOME_OF_RELEASES/next "$HOME_OF_RELEASES/$1"
}

start_units() {
  run systemctl enable --quiet "${UNITS[@]}"
  if [[ ! -d /run/systemd/system ]]; then
    say "systemd does not run here (a chroot?); the units will start with the machine."
    return
  fi
  run systemctl daemon-reload
  run systemctl restart systemd-modules-load.service || say "Some kernel modules are not there; doctor will tell."
  if [[ -S /run/udev/control ]]; then # containers have none
    run udevadm control --reload
    run udevadm trigger --subsystem-match=tty
  fi
  if [[ $start == no ]]; then
    say "Nothing was started. Start it with: sudo systemctl start ${UNITS[*]}"
    return
  fi
  restart_units
}

restart_units() {
  run systemctl reset-failed "${UNITS[@]}" 2>/dev/null || true
  run systemctl restart "${UNITS[@]}" || did_not_start
  [[ $dry == yes ]] || stay_up || did_not_start
}

stay_up() { # a unit that dies is started again some seconds later, and is not active meanwhile
  for _ in $(seq $TRIAL); do
    sleep 1
    for unit in "${UNITS[@]}"; do
      systemctl is-active --quiet "$unit" || return 1
    done
  done
}

did_not_start() {
  local why="journalctl -u wff-table -u wff-table-console -n 50"
  if [[ -d $before && $before != "$release" ]]; then
    point current "$before"
    if [[ -n $earlier ]]; then point previous "$earlier"; else rm -f $HOME_OF_RELEASES/previous; fi
    systemctl restart "${UNITS[@]}" || true
    die "The new version did not start or did not stay up; the one before is back. Why: $why"
  fi
  die "The table is installed but did not start or did not stay up. Why: $why; sudo wff-table doctor --config $CONFIG"
}

drop_old_releases() { # all but the one that runs and the one before
  for old in "$HOME_OF_RELEASES"/releases/*; do
    [[ -d $old && $old != "$release" && $old != "$(target_of current)" && $old != "$(target_of previous)" ]] || continue
    run rm -rf "$old"
  done
}

roll_back() {
  release=$(target_of previous)
  [[ -e $release/.whole ]] || die "There is no version to go back to in $HOME_OF_RELEASES."
  switch_to "$release"
  start_units
  say "The table's version is $release now."
}

target_of() { readlink "$HOME_OF_RELEASES/$1" 2>/dev/null || true; }

# --- saying and doing -------------------------------------------------------------------------------------------------

say() { echo "$*"; }

die() {
  echo "install.sh: $*" >&2
  exit 1
}

run() {
  if [[ $dry == yes ]]; then
    echo "  would run: $*"
  else
    "$@"
  fi
}

write() { # what comes in goes to the file, wholly or not at all
  if [[ $dry == yes ]]; then
    echo "  would write $1:"
    sed 's/^/    /'
  else
    cat >"$1.new"
    mv "$1.new" "$1"
  fi
}

before=$(target_of current)
earlier=$(target_of previous)
[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@" # not where a test sources it
