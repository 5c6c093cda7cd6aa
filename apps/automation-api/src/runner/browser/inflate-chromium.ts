import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

// The package inflates into the temp directory of its process and takes whatever it finds there for complete, so this
// runs as a worker with a temp directory of its own.
await chromium.executablePath()
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
