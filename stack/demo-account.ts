const demoEmail = 'demo@example.com'

/** The demo account. It is created on the first start and reused afterwards. */
export async function registerDemoAccount(
  dashboardUrl: string,
  password: string,
): Promise<{ email: string; password: string }> {
  const response = await fetch(`${dashboardUrl}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, password }),
  })
  if (response.status !== 201 && response.status !== 409) {
    throw new Error(`could not make the demo account: ${response.status} ${await response.text()}`)
  }
  return { email: demoEmail, password }
}
