/** Whether `work` settles within `ms`. If not, it continues. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const over = work.then(
    () => true,
    () => true,
  )
  return await Promise.race([over, late]).finally(() => clearTimeout(timer))
}
