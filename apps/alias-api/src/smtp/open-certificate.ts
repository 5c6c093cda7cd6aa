import type { MailProcess, MailServices } from '../services.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'
import { readCertificate, watchCertificate, type Certificate } from './watch-certificate.ts'

/** The certificate that connections are encrypted with. */
export interface OpenCertificate {
  current(): Certificate
  /**
   * Calls `use` with each new certificate that appears in the files, and `onError` where one could not be loaded.
   *
   * @returns stops it
   */
  watch(use: (certificate: Certificate) => void, onError: (error: unknown) => void): () => Promise<void>
}

/** Reads the operator's certificate. Without files, generates a self-signed one. */
export async function openCertificate(
  { env }: Pick<MailProcess, 'env'>,
  { clock }: Pick<MailServices, 'clock'>,
): Promise<OpenCertificate> {
  const { SMTP_TLS_CERT_FILE: certFile, SMTP_TLS_KEY_FILE: keyFile } = env
  if (certFile === undefined || keyFile === undefined) {
    const own = createSelfSignedCertificate(env.ALIAS_MX_HOST, clock.now())
    return { current: () => own, watch: () => async () => {} }
  }
  const files = { certFile, keyFile }
  let current = await readCertificate(files)
  return {
    current: () => current,
    watch: (use, onError) =>
      watchCertificate(
        files,
        current,
        (next) => {
          use(next)
          current = next
        },
        onError,
      ),
  }
}
