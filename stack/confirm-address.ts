import { Client } from 'pg'

/** Marks the e-mail address of an account as confirmed, because nobody can read the confirmation e-mail here. */
export async function confirmAddress(accountsUrl: string, email: string): Promise<void> {
  const client = new Client({ connectionString: accountsUrl, application_name: 'waypost-start' })
  await client.connect()
  try {
    await client.query(
      'update accounts.accounts set email_confirmed_at = now() where email = $1 and email_confirmed_at is null',
      [email],
    )
  } finally {
    await client.end()
  }
}
