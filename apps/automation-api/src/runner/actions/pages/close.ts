import type { ActionOf, Step } from '../../step.ts'

export async function close(_action: ActionOf<'close'>, { page }: Step): Promise<void> {
  await page.close()
}
