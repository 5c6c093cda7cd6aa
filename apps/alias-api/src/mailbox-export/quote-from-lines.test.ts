import { buffer } from 'node:stream/consumers'
import { inPiecesOf } from '@waypost/storage/testing'
import { expect, test } from 'vitest'
import { quoteFromLines } from './quote-from-lines.ts'

const message = Buffer.from('From \r\n\r\n>From \r\n>>From x\r\nxFrom \r\nFrom', 'latin1')

test.each([1, 2, 3, 5, 7, 11, 100])(
  'lines are quoted alike however a message is cut, in pieces of %i bytes',
  async (size) => {
    const quoted = await buffer(quoteFromLines(inPiecesOf(message, size)))
    expect(quoted.toString('latin1')).toBe('>From \n\n>>From \n>>>From x\nxFrom \nFrom\n')
  },
)
