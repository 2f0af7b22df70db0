#!/usr/bin/env bash
# Tries `jury` on the machines that users have: kernels, control groups, users, containers. See README.md
# beside this. Prints one line a trial, and ends with 1 if any was not as it must be.
#
#   run.sh           everything: installs what it needs from Debian; about an hour
#   run.sh short     one machine of the commonest kind, in about a minute: what CI does
#   run.sh CELL...   these machines; run.sh list names them
#   run.sh fetch CELL...   only installs and fetches what these machines need
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

# Cell: kernel, control groups, first process, seconds, options of the kernel, trials.
cells() {
    cat <<'CELLS'
short               debian-12     v2      script   900  -              short
groups-6.1          debian-12     v2      script   900  -              groups
groups-6.12         debian-13     v2      script   900  -              groups
groups-6.1-v1       debian-12     v1      script   900  -              groups_v1
groups-6.1-hybrid   debian-12     hybrid  script   900  -              groups_v1
login-6.1           debian-12     v2      systemd  600  -              login
login-6.12          debian-13     v2      systemd  600  -              login
refused             debian-12     v2      script   900  -              refused
no-swap-accounting  debian-12     v1      script   900  swapaccount=0  groups_v1
slurm-6.1           debian-12     v2      script   1800 -              slurm
slurm-systemd-6.1   debian-12     v2      systemd  1800 -              slurm
containers          debian-12     v2      systemd  1800 -              containers
CELLS
}

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)

install_missing() { # COMMAND=PACKAGE...
    local pair packages=()
    for pair in "$@"; do
        [ -e "${pair%%=*}" ] || command -v "${pair%%=*}" >/dev/null || packages+=("${pair#*=}")
    done
    [ ${#packages[@]} -eq 0 ] && return
    "${sudo[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends \
        "${packages[@]}" >/dev/null
}

kernels=${XDG_CACHE_HOME:-$HOME/.cache}/jury-machines

# The folder of an unpacked kernel; it is fetched once. They are those for machines in clouds, which have
# what we need and little more.
kernel() { # NAME
    local package
    case $1 in
    debian-12) package=$(apt-cache depends linux-image-cloud-amd64) ;;
    debian-13) package=$(apt-cache depends linux-image-6.12-cloud-amd64) ;;
    *) echo "no kernel $1" >&2 && return 3 ;;
    esac
    package=$(sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p' <<<"$package" | head -1)
    if [ ! -d "$kernels/$package" ]; then
        mkdir -p "$kernels"
        (
            cd "$kernels"
            apt-get -o APT::Sandbox::User=root download -qq "$package" >/dev/null
            dpkg -x "$package"_*.deb "$package.half"
            rm -f "$package"_*.deb
            mv "$package.half" "$package"
        )
    fi
    echo "$kernels/$package"
}

install_missing qemu-system-x86_64=qemu-system-x86 /usr/lib/qemu/virtiofsd=qemu-system-common \
    busybox=busybox-static cpio=cpio

chosen() { # CELL...
    local name
    case ${1:-all} in
    all) cells ;;
    *) for name in "$@"; do cells | grep "^$name " || { echo "no cell $name" >&2; exit 2; }; done ;;
    esac
}
case ${1:-all} in
list) cells && exit ;;
fetch)
    shift
    chosen=$(chosen "$@")
    while read -r _ kernel _; do kernel "$kernel" >/dev/null; done <<<"$chosen"
    exit
    ;;
*) chosen=$(chosen "$@") ;;
esac

# The executables of `cargo test --workspace`: nothing is built twice.
tests=$(cargo test --workspace --locked --no-run 2>&1 | sed -n 's/.*tests\/sandbox\/main.rs (\(.*\))$/\1/p')
tests=$(realpath "$tests")
target=$(realpath "$(dirname "$tests")/../..")
# The zoo is compiled by the first test that needs it.
"$tests" --exact runs::programs_that_cannot_be_started_are_told_apart >/dev/null

! grep -q ' containers$' <<<"$chosen" ||
    install_missing podman=podman crun=crun newuidmap=uidmap fuse-overlayfs=fuse-overlayfs
! grep -q ' slurm$' <<<"$chosen" || "${sudo[@]}" bash "$here/slurm.sh" fetch

surprises=0
while read -r name kernel groups init seconds options trials; do
    printf '\n-- %s: kernel %s, control groups %s, first process %s\n' "$name" "$kernel" "$groups" "$init"
    [ "$options" = - ] && options=
    "${sudo[@]}" env MACHINE_OPTIONS="${options//,/ }" \
        "$here/boot.sh" "$(kernel "$kernel")" "$groups" "$init" "$seconds" "$here/inside.sh" \
        "$target" "$tests" "$here" "$trials" </dev/null || surprises=$((surprises + 1))
done <<<"$chosen"
[ "$surprises" -eq 0 ] || {
    printf '\n%s of the machines were not as they must be\n' "$surprises" >&2
    exit 1
}
