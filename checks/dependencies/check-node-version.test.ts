import { expect, test } from 'vitest'
import { checkNodeVersion } from './check-node-version.ts'

const manifest = '{ "devDependencies": { "node": "24.21.0" } }'

test('nodeVersion equals the version of the node package', () => {
  expect(checkNodeVersion('nodeVersion: 24.21.0', manifest)).toEqual([])
})

test.each(['nodeVersion: 24.20.0', 'packages: []'])('a workspace with %s is refused', (workspace) => {
  expect(checkNodeVersion(workspace, manifest)).toEqual([expect.stringContaining('the node package 24.21.0')])
})
