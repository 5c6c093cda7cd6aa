import { askPython } from './ask-python.ts'
import type { Bed } from './open-bed.ts'

export interface Judgement {
  author: string
  dkim: string[]
  spf: string
  dmarc: string
}

/** How dkimpy and pyspf authenticate messages that a Postfix has received from the mail process. */
export const judge = (contents: Buffer[], { records }: Pick<Bed, 'records'>): Judgement[] =>
  askPython<Judgement>(
    'judge.py',
    contents.map((content) => ({
      message: content.toString('base64'),
      ip: '127.0.0.1',
      helo: 'mx.waypost.test',
      sender: /^Return-Path: <(.*)>/m.exec(content.toString('latin1'))![1],
      records,
    })),
  )
