import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

// The package inflates into the temp directory of its process and considers any files there complete, so this runs as
// a worker with its own temp directory.
await chromium.executablePath()
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
