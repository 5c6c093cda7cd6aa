/** Kills a browser with all of its child processes: it leads its own process group. */
export function endProcess(pid: number): void {
  for (const id of [-pid, pid]) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It has ended already, or is no group leader.
    }
  }
}
