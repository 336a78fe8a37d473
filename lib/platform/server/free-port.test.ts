import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { findFreePort, findPortProblem } from './free-port'

let server: Server | undefined

afterEach(() => server?.close())

async function listen(): Promise<number> {
  const openedServer = createServer()
  server = openedServer
  await new Promise<void>((resolve) => openedServer.listen(0, '127.0.0.1', resolve))
  return (openedServer.address() as AddressInfo).port
}

it('returns the preferred port if it is free, or another one if it is in use', async () => {
  const occupied = await listen()
  expect(await findFreePort(occupied)).toBeGreaterThan(occupied)
  const free = await findFreePort()
  expect(await findFreePort(free)).toBe(free)
})

it('explains why a port is unavailable, and returns null for a free one', async () => {
  const occupied = await listen()
  expect(await findPortProblem(occupied, '127.0.0.1')).toMatch(
    /^Port \d+ of 127\.0\.0\.1 is in use by another program/,
  )
  expect(await findPortProblem(await findFreePort(), '127.0.0.1')).toBeNull()
  expect(await findPortProblem(4747, '192.0.2.1')).toContain('this machine has no such address')
})
