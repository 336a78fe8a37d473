import { expect, test } from 'vitest'
import { oldestNodeVersion as oldestAtStart } from '@/lib/platform/server/start-checks'
import { isSupportedNode, oldestNodeVersion } from './node-version.mjs'

test('scripts that run before installation support the same versions of Node as the server', () => {
  expect(oldestNodeVersion).toBe(oldestAtStart)
  for (const version of ['20.19.0', '22.0.0', '22.18.9'])
    expect(isSupportedNode(version), version).toBe(false)
  for (const version of ['22.19.0', '23.0.0', '24.1.0'])
    expect(isSupportedNode(version), version).toBe(true)
})
