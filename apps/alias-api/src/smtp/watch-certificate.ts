import { poll } from '@waypost/concurrency'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

/** Both in PEM; the certificate with those that lead to it. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

const usualPauseMs = 60_000

/** @throws where there is none, or the key is another's, as between the writing of the one file and the other */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  createSecureContext({ cert, key })
  return { cert, key }
}

/**
 * Looks now and then whether there is another certificate in the files. By what they say: their times are those of
 * whatever a volume or a link was made from.
 *
 * @param use is told of each new one
 * @param onError is told why there is none, while the one before stays in use
 * @returns ends it
 */
export function watchCertificate(
  files: CertificateFiles,
  inUse: Certificate,
  use: (certificate: Certificate) => void,
  onError: (error: unknown) => void,
  pauseMs = usualPauseMs,
): () => Promise<void> {
  let last = inUse
  const look = async (): Promise<void> => {
    const next = await readCertificate(files)
    if (next.cert.equals(last.cert) && next.key.equals(last.key)) return
    use(next)
    last = next
  }
  return poll(look, pauseMs, onError)
}
