#!/usr/bin/env bash
# Boots a kernel in QEMU, without KVM, and runs a script in it as root. This machine's files are the
# root, below memory that takes what is written; nothing of this machine is changed.
#
#   boot.sh KERNEL GROUPS INIT SECONDS SCRIPT [WORD...]
#
#   KERNEL   a folder with an unpacked kernel package: boot/vmlinuz-*, lib/modules/*
#   GROUPS   the control groups on /sys/fs/cgroup: v2, v1 or hybrid
#   INIT     script: SCRIPT is all that runs; systemd: systemd is the first process, and SCRIPT a service
#   SCRIPT   gets the words; its standard output is ours. Its status is ours, or 124 after SECONDS.
#
# MACHINE_OPTIONS are added to the kernel's command line. What the kernel said is in MACHINE_LOG.
set -euo pipefail

kernel=$1 groups=$2 init=$3 seconds=$4 script=$5
shift 5
place=$(mktemp -d)
files_pid=
finish() {
    [ -z "$files_pid" ] || kill "$files_pid" 2>/dev/null || true
    rm -rf "$place"
}
trap finish EXIT
log=${MACHINE_LOG:-$place/console}

# The first file system: the few modules that lead to the files of this machine, and a shell.
ram=$place/ram
mkdir -p "$ram"/{bin,modules,dev,proc,sys,below,memory,root}
cp "$(command -v busybox)" "$ram/bin/"
module() { # NAME: puts it beside the others, uncompressed, if it is not a part of the kernel
    local found
    found=$(find "$kernel/lib/modules" -name "$1.ko*" -print -quit)
    case $found in
    *.xz) xz -dc "$found" ;;
    *.zst) zstd -qdc "$found" ;;
    *.ko) cat "$found" ;;
    *) return 0 ;;
    esac >"$ram/modules/$1.ko"
}
modules='virtio virtio_ring virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci fuse virtiofs overlay'
for name in $modules; do module "$name"; done
cp "$script" "$ram/script"
cp "$(dirname "$script")/expect.sh" "$ram/"
printf '%q ' "$@" >"$ram/words"
{
    printf 'groups=%s init=%s modules="%s"\n' "$groups" "$init" "$modules"
    cat <<'INIT'
PATH=/bin; export PATH
/bin/busybox --install -s /bin
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
# Each waits for others: as often as there may be links in a chain.
for round in 1 2 3 4; do
    for name in $modules; do [ ! -f /modules/$name.ko ] || insmod /modules/$name.ko 2>/dev/null; done
done
mount -t virtiofs -o ro files /below || echo 'the files of the machine below cannot be mounted'
mount -t tmpfs none /memory; mkdir /memory/upper /memory/work
mount -t overlay -o lowerdir=/below,upperdir=/memory/upper,workdir=/memory/work none /root
cd /root
# Marks of a container in which this runs.
rm -f .dockerenv
for place in proc sys dev; do mount --move /$place $place; done
mkdir -p dev/shm dev/pts
mount -t tmpfs -o mode=1777 none dev/shm; mount -t devpts none dev/pts
mount -t tmpfs -o mode=1777 none tmp; mount -t tmpfs -o mode=0755 none run
top=sys/fs/cgroup
if [ $groups = v2 ]; then
    mount -t cgroup2 -o nsdelegate none $top
else
    mount -t tmpfs -o mode=0755 none $top
    for names in memory pids cpu,cpuacct freezer; do
        mkdir $top/$names; mount -t cgroup -o $names none $top/$names
    done
    [ $groups = v1 ] || { mkdir $top/unified; mount -t cgroup2 none $top/unified; }
fi
mkdir run/machine; cp /script /expect.sh /words /bin/busybox run/machine/
cat >run/machine/main <<'MAIN'
#!/bin/bash
export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
stty raw -echo </dev/ttyS1
eval "bash /run/machine/script $(cat /run/machine/words)" >/dev/ttyS1 </dev/null
printf '\nstatus %s\n' $? >/dev/ttyS1
sync; /run/machine/busybox poweroff -f
MAIN
chmod +x run/machine/main
first=/run/machine/main
if [ $init = systemd ]; then
    first=/lib/systemd/systemd
    rm -rf etc/systemd/system/*.wants; : >etc/fstab; : >etc/machine-id
    cat >etc/systemd/system/machine.service <<'UNIT'
[Unit]
Wants=dbus.service systemd-logind.service
After=dbus.service systemd-logind.service systemd-user-sessions.service
[Service]
Type=oneshot
ExecStart=/run/machine/main
StandardOutput=journal+console
TimeoutStartSec=infinity
[Install]
UNIT
    # systemd empties /run only when it is not mounted.
    ln -sf /etc/systemd/system/machine.service etc/systemd/system/default.target.wants/ 2>/dev/null
    mkdir -p etc/systemd/system/multi-user.target.wants
    ln -sf ../machine.service etc/systemd/system/multi-user.target.wants/
    ln -sf /lib/systemd/system/multi-user.target etc/systemd/system/default.target
    for unit in systemd-networkd-wait-online systemd-resolved systemd-timesyncd systemd-udev-trigger \
        systemd-hwdb-update ldconfig systemd-journal-catalog-update systemd-update-done; do
        ln -sf /dev/null etc/systemd/system/$unit.service
    done
fi
exec switch_root /root $first
INIT
} >"$ram/init.sh"
printf '#!/bin/busybox sh\n. /init.sh\n' >"$ram/init"
chmod +x "$ram/init"
(cd "$ram" && find . | cpio --quiet -o -H newc | gzip -1) >"$place/ram.gz"

/usr/lib/qemu/virtiofsd --socket-path="$place/files" -o source=/ -o cache=always -o sandbox=chroot \
    >"$place/files.log" 2>&1 &
files_pid=$!
for _ in $(seq 100); do
    [ -S "$place/files" ] && break
    sleep 0.1
done
status=0
# A busy machine emulates the clock too slowly for the kernel's trial of it.
timeout "$seconds" qemu-system-x86_64 -accel tcg,thread=multi -cpu Nehalem -smp 2 -m 3G \
    -nodefaults -display none -no-reboot -serial "file:$log" -serial stdio \
    -object memory-backend-memfd,id=memory,size=3G,share=on -numa node,memdev=memory \
    -chardev "socket,id=files,path=$place/files" -device vhost-user-fs-pci,chardev=files,tag=files \
    -kernel "$(echo "$kernel"/boot/vmlinuz-*)" -initrd "$place/ram.gz" \
    -append "console=ttyS0 panic=-1 no_timer_check rdinit=/init ${MACHINE_OPTIONS:-}" </dev/null |
    sed -u 's/\r$//' | tee "$place/told" | sed -u '/^status /d; /^$/d' || status=${PIPESTATUS[0]}
told=$(sed -n 's/^status //p' "$place/told" | tail -1)
[ "$status" = 0 ] && [ -n "$told" ] || {
    echo "the machine did not come to an end (status $status); its kernel said last:" >&2
    tail -20 "$log" >&2
    exit 124
}
exit "$told"
