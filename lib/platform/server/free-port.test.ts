import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { findFreePort } from './free-port'

let server: Server | undefined

afterEach(() => server?.close())

async function listen(): Promise<number> {
  const opened = createServer()
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return (opened.address() as AddressInfo).port
}

it('gives a wanted port that is free, and another when it is taken', async () => {
  const taken = await listen()
  expect(await findFreePort(taken)).toBeGreaterThan(taken)
  const free = await findFreePort()
  expect(await findFreePort(free)).toBe(free)
})
