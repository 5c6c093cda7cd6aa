import type { Frame, Locator, Page } from 'playwright-core'

// A page that never stops moving is not worth waiting for.
const timeoutMs = 3000

/**
 * A screenshot of the page, a JPEG, with secrets painted over wherever they are readable. Undefined where the page
 * cannot be captured now.
 */
export async function takeScreenshot(page: Page, secrets: string[]): Promise<Buffer | undefined> {
  try {
    const mask = secrets.length > 0 ? await findSecrets(page, secrets) : []
    return await page.screenshot({ type: 'jpeg', quality: 60, timeout: timeoutMs, mask })
  } catch {
    return undefined
  }
}

/** Where the page shows secrets. */
export async function findSecrets(page: Page, secrets: string[]): Promise<Locator[]> {
  const found = await Promise.all(page.frames().map((frame) => findInFrame(frame, secrets)))
  return found.flat()
}

async function findInFrame(frame: Frame, secrets: string[]): Promise<Locator[]> {
  const fields = frame.locator('input, textarea, select')
  // Compared here and not in the page, because the page must not receive the secret.
  const values = await fields.evaluateAll((elements) =>
    elements.map((element) => String((element as unknown as { value: unknown }).value)),
  )
  const holding = values.flatMap((value, index) =>
    secrets.some((secret) => value.includes(secret)) ? [fields.nth(index)] : [],
  )
  return [...holding, ...secrets.map((secret) => frame.getByText(secret))]
}
