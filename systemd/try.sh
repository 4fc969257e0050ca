#!/usr/bin/env bash
# Tries the installer in a container of plain Debian: install, start, install again, uninstall. For developers; it needs
# root, debootstrap, systemd-nspawn, a network and some minutes. Debian has no packages for the Pi's camera and pins, so
# empty ones stand in for them; that they need numpy as the real ones do is what matters here.
#
#   sudo systemd/try.sh bookworm     (or trixie)
#
# The container stays in $TRY_IN (/var/tmp/wff-table-try) and is used again; delete it by hand.
set -euo pipefail

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
SUITE=${1:-bookworm}
FOLDER=${TRY_IN:-/var/tmp/wff-table-try}
ROOT=$FOLDER/$SUITE
HERE=/root/wff-table # the source, inside
INCLUDED=systemd,systemd-sysv,udev,dbus,ca-certificates,python3
init=''

main() {
  [[ $EUID -eq 0 ]] || die "This needs root."
  for tool in debootstrap systemd-nspawn nsenter; do
    command -v $tool >/dev/null || die "$tool is missing: apt install debootstrap systemd-container util-linux"
  done
  [[ -d $ROOT/etc ]] || debootstrap --variant=minbase --include=$INCLUDED "$SUITE" "$ROOT" >"$ROOT.log"
  copy_source
  # The host may trust a certificate of its network's; so must the container.
  cp /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/ca-certificates.crt"
  boot
  trap shut_down EXIT
  clear_away
  stand_ins

  headline "Install"
  simulated_config
  timed inside $HERE/systemd/install.sh --no-start
  inside systemd-analyze verify /etc/systemd/system/wff-table.service /etc/systemd/system/wff-table-console.service
  inside /opt/wff-table/current/bin/python -c \
    'import numpy, picamera2, cv2; print("numpy", numpy.__version__, numpy.__file__); print("OpenCV", cv2.__version__)'
  inside wff-table --version
  inside runuser -u wfftable -- wff-table doctor --simulated --quick

  headline "Start"
  start
  hang
  headline "Install again: nothing to do"
  timed inside $HERE/systemd/install.sh --no-start
  inside grep -q simulated /etc/wff-table/table.toml || die "the configuration was overwritten"

  headline "Upgrade, and go back"
  inside sh -c "echo '# another version' >> $HERE/table/__init__.py"
  timed inside $HERE/systemd/install.sh
  inside readlink /opt/wff-table/current
  inside $HERE/systemd/install.sh --rollback
  inside readlink /opt/wff-table/current

  headline "An upgrade that does not start is taken back"
  inside sh -c "echo 'raise SystemExit(\"broken on purpose\")' >> $HERE/table/notify.py"
  local now
  now=$(inside readlink /opt/wff-table/current)
  ! inside $HERE/systemd/install.sh || die "a broken version was installed"
  [[ $(inside readlink /opt/wff-table/current) == "$now" ]] || die "the broken version runs"
  sleep 5
  inside systemctl is-active wff-table wff-table-console

  headline "Uninstall"
  inside $HERE/systemd/uninstall.sh
  inside test -e /var/lib/wff-table/journal.db || die "the journal is gone"
  inside $HERE/systemd/uninstall.sh --purge --yes
  inside test ! -e /var/lib/wff-table || die "the data is still there"
  headline "All of it works on $SUITE"
}

copy_source() {
  rm -rf "${ROOT:?}$HERE"
  mkdir -p "$ROOT$HERE"
  (cd "$SOURCE" && git ls-files -z --cached --others --exclude-standard | tar --null --create --ignore-failed-read \
    --files-from=- 2>/dev/null) | tar -x --no-same-owner -C "$ROOT$HERE"
}

boot() {
  systemd-nspawn --quiet --boot --directory="$ROOT" --register=no --keep-unit --console=pipe \
    --resolv-conf=copy-host </dev/null >"$ROOT.boot.log" 2>&1 &
  nspawn=$!
  for _ in $(seq 60); do
    init=$(pgrep --parent "$nspawn" | head -n 1 || true)
    [[ -n $init ]] && inside systemctl is-system-running --wait >/dev/null 2>&1 && return
    [[ -n $init && $(inside systemctl is-system-running 2>/dev/null) == degraded ]] && return
    sleep 1
  done
  die "The container did not start; see $ROOT.boot.log"
}

shut_down() {
  inside systemctl poweroff || true
  wait "$nspawn" || true
}

clear_away() { # what an attempt before this one may have left
  rm -rf "$ROOT"/etc/systemd/system/wff-table*.service.d
  inside $HERE/systemd/uninstall.sh --purge --yes
  inside systemctl reset-failed
  inside journalctl --quiet --rotate --vacuum-time=1s
}

stand_ins() {
  for package in python3-picamera2:picamera2 python3-lgpio:lgpio; do
    local name=${package%:*} module=${package#*:} build
    build=$(mktemp -d)
    mkdir -p "$build/DEBIAN" "$build/usr/lib/python3/dist-packages"
    echo 'import numpy' >"$build/usr/lib/python3/dist-packages/$module.py"
    printf 'Package: %s\nVersion: 0\nArchitecture: all\nMaintainer: nobody <nobody@localhost>\nDescription: stand-in\n' \
      "$name" >"$build/DEBIAN/control"
    echo 'Depends: python3-numpy, python3-pil' >>"$build/DEBIAN/control"
    chmod 0755 "$build"
    dpkg-deb --build --root-owner-group "$build" "$ROOT/root/$name.deb" >/dev/null
    rm -rf "$build"
  done
  inside apt-get update --quiet=2
  inside env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends \
    /root/python3-picamera2.deb /root/python3-lgpio.deb >/dev/null
}

simulated_config() { # written before the first install: it must be kept
  mkdir -p "$ROOT/etc/wff-table"
  cat >"$ROOT/etc/wff-table/table.toml" <<'END'
[camera]
driver = "simulated"
[block]
driver = "simulated"
[buttons]
driver = "simulated"
[sand]
driver = "simulated"
[buzzer]
driver = "simulated"
END
  chmod 0644 "$ROOT/etc/wff-table/table.toml"
}

watch_from_within() { # each unit first looks at its own sandbox
  install -m 0644 "$SOURCE/systemd/try_inside.py" "$ROOT/opt/try_inside.py"
  for unit in wff-table:control wff-table-console:console; do
    local drop_in=$ROOT/etc/systemd/system/${unit%:*}.service.d/try.conf
    mkdir -p "$(dirname "$drop_in")"
    printf '[Service]\nExecStartPre=/opt/wff-table/current/bin/python /opt/try_inside.py %s\n' "${unit#*:}" >"$drop_in"
  done
  inside systemctl daemon-reload
}

start() {
  watch_from_within
  inside systemctl restart wff-table wff-table-console || die "$(inside journalctl --no-pager -n 60 -o cat -u wff-table -u wff-table-console)"
  inside journalctl --no-pager -o cat -u wff-table -u wff-table-console | grep -E '^(NOT )?so: ' -i
  for unit in wff-table wff-table-console; do
    inside systemctl show --property=Id,ActiveState,SubState,StatusText,NRestarts $unit
  done
  sleep 25 # longer than the watchdog's limit
  [[ $(inside systemctl is-active wff-table wff-table-console | sort -u) == active ]] ||
    die "a unit did not stay up: $(inside journalctl --no-pager -n 30 -u wff-table -u wff-table-console)"
  [[ $(inside systemctl show --value --property=NRestarts wff-table) == 0 ]] || die "the watchdog bit"
}

hang() {
  headline "Hang, and be started again by the watchdog"
  inside systemctl kill --signal=STOP wff-table
  for _ in $(seq 60); do
    sleep 1
    [[ $(inside systemctl show --value --property=NRestarts wff-table) == 1 ]] && break
  done
  for _ in $(seq 60); do
    [[ $(inside systemctl is-active wff-table) == active ]] && break
    sleep 1
  done
  inside systemctl show --property=ActiveState,NRestarts,StatusText wff-table
  [[ $(inside systemctl show --value --property=NRestarts wff-table) == 1 ]] || die "it was not started again"
  inside systemctl is-active wff-table
}

inside() { nsenter --target "$init" --all --wdns=/ env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin "$@"; }

timed() {
  local began=$SECONDS
  "$@"
  echo "($((SECONDS - began)) s)"
}

headline() { printf '\n== %s\n' "$*"; }

die() {
  echo "try.sh: $*" >&2
  exit 1
}

main
