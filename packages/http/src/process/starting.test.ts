import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

const program = `
  import ${urlOf('./starting.ts')}
  import { optimizing } from ${urlOf('./optimizing.ts')}
  const work = () => {
    const add = (sum, each) => sum + each
    let sum = 0
    for (let each = 0; each < 5_000_000; each += 1) sum = add(sum, each)
    return sum
  }
  work()
  console.log('ready')
  optimizing(true)
  work()`

test('a process that starts compiles nothing a second time until it is ready', async () => {
  const words = ['--trace-opt', '--no-concurrent-recompilation', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    maxBuffer: 2 ** 26,
  })
  const [starting, isReady] = stdout.split('ready\n') as [string, string]
  expect(starting).not.toMatch(/compiling method .*JSFunction (?:work|add) /)
  expect(isReady).toMatch(/compiling method .*JSFunction (?:work|add) /)
})
