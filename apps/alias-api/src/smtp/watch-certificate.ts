import { poll } from '@waypost/concurrency'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

/** Both in PEM; the certificate with its chain. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

const usualPauseMs = 60_000

/** @throws where there is none, or the key belongs to another, as between the writes of the two files */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  createSecureContext({ cert, key })
  return { cert, key }
}

/**
 * Periodically checks whether the files have a new certificate. Compares the content, because the modification times
 * of a mounted volume or a symbolic link do not change with it.
 *
 * @param use called with each new certificate
 * @param onError called where it cannot be loaded; the previous one stays in use
 * @returns stops it
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
  return poll(look, pauseMs, onError).stop
}
