/** Kills a browser with all the processes it has started: it leads a group of its own. */
export function endProcess(pid: number): void {
  for (const id of [-pid, pid]) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // Gone already, or no leader of a group.
    }
  }
}
