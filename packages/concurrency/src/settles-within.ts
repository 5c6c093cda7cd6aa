/** Whether `work` settles within `ms`. If not, it continues. */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false)
    const settle = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(settle, settle)
  })
}
