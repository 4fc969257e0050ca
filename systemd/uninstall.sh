#!/usr/bin/env bash
# Takes the table's program and units away. The journal, the pictures and the configuration stay, unless --purge is
# given; that asks first, since a journal is the only record of its matches.
set -euo pipefail

UNITS=(wff-table.service wff-table-console.service)
FILES=(
  /etc/systemd/system/wff-table.service
  /etc/systemd/system/wff-table-console.service
  /etc/udev/rules.d/60-wff-table.rules
  /etc/modules-load.d/wff-table.conf
  /usr/local/bin/wff-table
)
FOLDERS=(/opt/wff-table /usr/local/share/doc/wff-table)
KEPT=(/etc/wff-table /var/lib/wff-table)
TABLE_USER=wfftable

dry=no
purge=no
sure=no

usage() {
  cat <<END
Usage: sudo systemd/uninstall.sh [--dry-run] [--purge [--yes]]

  --dry-run  print what would be done, and do nothing; needs no root
  --purge    delete the configuration, the journal, the pictures and the user too; asks first
  --yes      do not ask
END
}

main() {
  for word in "$@"; do
    case $word in
      --dry-run) dry=yes ;;
      --purge) purge=yes ;;
      --yes) sure=yes ;;
      -h | --help) usage && exit 0 ;;
      *) usage >&2 && die "'$word' means nothing here." ;;
    esac
  done
  [[ $dry == yes || $EUID -eq 0 ]] || die "This needs root: sudo systemd/uninstall.sh (or --dry-run to look first)."
  [[ $purge == no ]] || ask # before anything is taken away
  stop
  run rm -f "${FILES[@]}"
  run rm -rf "${FOLDERS[@]}"
  if [[ -d /run/systemd/system ]]; then
    run systemctl daemon-reload
    if [[ -S /run/udev/control ]]; then run udevadm control --reload; fi
  fi
  if [[ $purge == yes ]]; then
    delete_data
  else
    echo "Kept: ${KEPT[*]} and the user $TABLE_USER. To delete them too: sudo systemd/uninstall.sh --purge"
  fi
}

ask() {
  [[ $dry == no && $sure == no ]] || return 0
  [[ -t 0 ]] || die "Nobody is here to ask; give --yes to delete ${KEPT[*]}."
  echo "This deletes the configuration, and every match and picture of this table: ${KEPT[*]}"
  local answer
  read -r -p "Type delete to go on: " answer
  [[ $answer == delete ]] || die "Nothing was deleted."
}

stop() {
  if [[ -d /run/systemd/system ]]; then
    run systemctl disable --quiet --now "${UNITS[@]}" 2>/dev/null || true
  else
    run systemctl disable --quiet "${UNITS[@]}" 2>/dev/null || true
  fi
}

delete_data() {
  run rm -rf "${KEPT[@]}"
  if getent passwd $TABLE_USER >/dev/null; then run userdel $TABLE_USER; fi
}

die() {
  echo "uninstall.sh: $*" >&2
  exit 1
}

run() {
  if [[ $dry == yes ]]; then
    echo "  would run: $*"
  else
    "$@"
  fi
}

main "$@"
