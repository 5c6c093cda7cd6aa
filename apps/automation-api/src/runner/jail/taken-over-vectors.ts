/** What code in a browser's jail could find on the machine, prepared by the test. */
export interface Surroundings {
  /** The runner's process id, as the machine numbers it. */
  runner: number
  /** A file that every user of the machine may read; its content is `secret`. */
  file: string
  /** A port on the machine's loopback interface; who connects reads `secret`. */
  port: number
  /** The port of the proxy of another run, in that run's network. */
  otherProxy: number
  /** A segment of System V shared memory of the machine. */
  sharedMemory: number
  /** A directory that the script may write to. */
  temp: string
}

/** One way out of the jail for who has taken the browser over: a script for bash that prints `through` if it worked. */
export interface TakenOverVector {
  name: string
  script: (around: Surroundings) => string
  /** Outside of the jail, the same user gets through. */
  worksOutside?: true
}

const when = (command: string) => `if ${command}; then echo through; fi`
const reads = (file: string) => when(`[ -n "$(head -c 100 ${file} | tr -d '\\0')" ]`)
const writes = (file: string) => when(`echo 1 > ${file}`)
const connects = (to: string) => when(`[ -n "$(timeout 2 head -n 1 < /dev/tcp/${to})" ]`)

/** The runner and other processes. */
const processVectors: TakenOverVector[] = [
  {
    name: 'the environment of every process',
    script: () => when(`cat /proc/*/environ | grep -qa runner-secret`),
  },
  {
    name: 'the command line of the runner',
    script: ({ runner }) => when(`tr '\\0' ' ' < /proc/${runner}/cmdline | grep -q node`),
    worksOutside: true,
  },
  { name: 'the memory of the runner', script: ({ runner }) => reads(`/proc/${runner}/mem`) },
  { name: 'the memory map of the runner', script: ({ runner }) => reads(`/proc/${runner}/maps`) },
  { name: 'the open files of the runner', script: ({ runner }) => when(`ls /proc/${runner}/fd | grep -q .`) },
  {
    name: 'the root directory of the runner',
    script: ({ runner }) => when(`ls /proc/${runner}/root/etc/passwd`),
  },
  {
    name: 'a list of the machine’s processes',
    script: () => when(`[ $(ls /proc | grep -c '^[0-9]') -gt 20 ]`),
    worksOutside: true,
  },
  {
    name: 'a signal to the runner',
    script: ({ runner }) => when(`kill -0 ${runner} && [ -d /proc/${runner}/task ]`),
  },
  {
    name: 'the runner by ptrace',
    // PTRACE_ATTACH: its number is another one for each kind of processor.
    script: ({ runner }) =>
      when(
        `perl -e 'exit(syscall($ARGV[0] =~ /x86/ ? 101 : 117, 16, ${runner}, 0, 0) == 0 ? 0 : 1)' $(uname -m)`,
      ),
  },
  {
    name: 'the network namespace of the first process',
    script: () => when(`nsenter --target 1 --net true && nsenter --target 1 --net grep -q eth /proc/net/dev`),
  },
  {
    name: 'the mount namespace of the runner',
    script: ({ runner }) => when(`nsenter --target ${runner} --mount true`),
  },
  { name: 'a higher priority', script: () => when(`renice -n -5 -p $$`) },
  { name: 'root, by a set-user-ID program', script: () => when(`[ "$(su -c 'id -u' < /dev/null)" = 0 ]`) },
  {
    name: 'root, by a set-user-ID copy of its own',
    script: () =>
      `cp /bin/bash /tmp/own; chmod 4755 /tmp/own; ${when(`/tmp/own -p -c 'grep -Eq "CapEff:.*[1-9a-f]" /proc/self/status'`)}`,
  },
]

/** Files of the machine, and of other runs. */
const fileVectors: TakenOverVector[] = [
  { name: 'the users of the machine', script: () => reads('/etc/passwd'), worksOutside: true },
  { name: 'their passwords', script: () => reads('/etc/shadow') },
  {
    name: 'its configuration',
    script: () => when('ls /etc/apt /etc/systemd /etc/ssh 2>/dev/null | grep -q .'),
    worksOutside: true,
  },
  {
    name: 'a file of the machine that everybody may read',
    script: ({ file }) => reads(file),
    worksOutside: true,
  },
  { name: 'the same by /proc/1/root', script: ({ file }) => reads(`/proc/1/root${file}`) },
  {
    name: 'the same by its own working directory and ..',
    script: ({ file }) => reads(`../../../../..${file}`),
    worksOutside: true,
  },
  {
    name: 'the files that another run has left',
    script: () => `if [ -e /tmp/left ]; then echo through; fi; touch /tmp/left`,
  },
  {
    name: 'the shared memory files that another run has left',
    script: () => `if [ -e /dev/shm/left ]; then echo through; fi; touch /dev/shm/left`,
  },
  { name: 'root’s home directory', script: () => when('ls -A /root | grep -q .') },
  { name: 'home directories', script: () => when('[ -d /home ]'), worksOutside: true },
  { name: 'a program of the system, to change it', script: () => writes('/usr/bin/waypost-planted') },
  { name: 'a file beside the browser, to change it', script: () => writes('/usr/lib/chromium-planted') },
  { name: 'the root directory, to write to it', script: () => writes('/planted') },
  { name: 'the directory of devices, to write to it', script: () => writes('/dev/planted') },
  { name: 'a system mounted again for writing', script: () => when('mount -o remount,rw /usr') },
  { name: 'a bind mount', script: () => when('mount --bind /tmp /usr') },
  { name: 'a mount of /proc of its own', script: () => when('mount -t proc proc /tmp') },
  { name: 'another root directory', script: () => when('chroot /tmp true') },
  {
    name: 'a disk',
    script: () => when('ls /dev/sd* /dev/vd* /dev/nvme* /dev/dm-* /dev/loop* 2>/dev/null | grep -q .'),
  },
  { name: 'a device file of its own', script: () => when('mknod /tmp/disk b 8 0') },
  { name: 'the memory of the machine', script: () => reads('/dev/mem') },
  { name: 'the log of the kernel', script: () => reads('/dev/kmsg') },
  { name: 'the input of the terminal', script: () => when('[ -e /dev/tty ] && echo x > /dev/tty') },
  {
    name: 'a core dump',
    script: () => `ulimit -c unlimited; bash -c 'kill -SEGV $$'; ${when('ls /tmp | grep -q core')}`,
  },
  {
    name: 'more than its part of the disk',
    script: ({ temp }) => when(`head -c 80M /dev/zero > ${temp}/large`),
    worksOutside: true,
  },
  {
    name: 'more than its part of shared memory',
    script: () => when('head -c 80M /dev/zero > /dev/shm/large'),
  },
]

/** The kernel. */
const kernelVectors: TakenOverVector[] = [
  { name: 'the pattern of core dumps', script: () => writes('/proc/sys/kernel/core_pattern') },
  { name: 'the magic system request', script: () => writes('/proc/sysrq-trigger') },
  { name: 'limits of the kernel', script: () => writes('/proc/sys/vm/overcommit_memory') },
  { name: 'the name of the machine', script: () => when('hostname planted && [ "$(hostname)" = planted ]') },
  {
    name: 'the name that the machine has',
    script: () => when('[ "$(hostname)" != browser ]'),
    worksOutside: true,
  },
  { name: '/sys', script: () => when('ls /sys | grep -q .'), worksOutside: true },
  { name: 'a cgroup of its own', script: () => when('mkdir /sys/fs/cgroup/planted') },
  {
    name: 'the cgroup of the machine by a cgroup namespace and a mount of its own',
    script: () =>
      when(
        'unshare --user --cgroup --mount sh -c "mount -t cgroup2 none /tmp && echo 1 > /tmp/cgroup.procs"',
      ),
  },
  {
    name: 'a limit of its own cgroup',
    script: () =>
      when(
        `for file in $(ls -d /proc/self/root/sys/fs/cgroup/*/pids.max /sys/fs/cgroup/memory.max /sys/fs/cgroup/pids.max 2> /dev/null); do echo max > $file && exit 0; done; false`,
      ),
  },
  { name: 'another cgroup', script: () => when('echo $$ > /sys/fs/cgroup/cgroup.procs') },
  {
    name: 'a cgroup’s release agent',
    script: () => when('mount -t cgroup -o memory cgroup /tmp && echo /tmp/x > /tmp/release_agent'),
  },
  { name: 'modules of the kernel', script: () => when('modprobe dummy') },
  { name: 'higher limits of open files', script: () => when('ulimit -Hn 10000000') },
  { name: 'more processes than all browsers may have', script: () => when('ulimit -u 100000') },
  {
    name: 'System V shared memory of the machine',
    script: ({ sharedMemory }) => when(`ipcs -m -i ${sharedMemory} | grep -q cuid`),
    worksOutside: true,
  },
  { name: 'the log of the machine', script: () => when('dmesg | grep -q .') },
]

/** The network. */
const networkVectors: TakenOverVector[] = [
  {
    name: 'a server on the machine’s loopback',
    script: ({ port }) => connects(`127.0.0.1/${port}`),
    worksOutside: true,
  },
  { name: 'the same by IPv6', script: ({ port }) => connects(`::1/${port}`) },
  { name: 'the same by another address of loopback', script: ({ port }) => connects(`127.0.0.5/${port}`) },
  { name: 'the same by its own proxy', script: ({ port }) => connectsBy(port) },
  {
    name: 'the proxy of another run',
    script: ({ otherProxy }) => when(`timeout 2 bash -c '< /dev/tcp/127.0.0.1/${otherProxy}'`),
  },
  { name: 'a cloud’s metadata', script: () => connects('169.254.169.254/80') },
  { name: 'a private network', script: () => when(`timeout 2 bash -c '< /dev/tcp/10.0.0.1/80'`) },
  { name: 'the internet', script: () => when(`timeout 2 bash -c '< /dev/tcp/1.1.1.1/443'`) },
  { name: 'a name server', script: () => when(`echo x > /dev/udp/1.1.1.1/53`) },
  { name: 'a name', script: () => when(`timeout 2 getent hosts example.com`) },
  {
    name: 'an interface of the machine',
    script: () => when(`grep -Eq '(eth|en|wl|docker|veth)' /proc/net/dev`),
    worksOutside: true,
  },
  {
    name: 'an abstract socket of the machine',
    script: () => when(`grep -q @ /proc/net/unix`),
  },
  {
    name: 'a socket of a service',
    script: () =>
      when('ls /run/docker.sock /var/run/docker.sock /run/dbus /run/postgresql 2>/dev/null | grep -q .'),
  },
]

/** By the run's own proxy, the only listener in the jail's network. */
const connectsBy = (port: number) => `
  own=$((16#$(grep ' 0A ' /proc/net/tcp | head -n 1 | sed -E 's/.*: [0-9A-F]+:([0-9A-F]+) .*/\\1/')))
  exec 3<>/dev/tcp/127.0.0.1/$own
  printf 'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n' >&3
  ${when(`timeout 2 head -n 1 <&3 | grep -q ' 200 '`)}`

export const takenOverVectors: TakenOverVector[] = [
  ...processVectors,
  ...fileVectors,
  ...kernelVectors,
  ...networkVectors,
]
