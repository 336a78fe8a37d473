import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentLengthStandInHeader, enableContentLengthHeader } from './content-length'

let server: Server
let url: string

beforeAll(async () => {
  enableContentLengthHeader()
  enableContentLengthHeader()
  server = createServer((request, response) => {
    response.setHeader('X-Other', '1')
    if (request.url === '/known') response.setHeader(contentLengthStandInHeader, '5')
    response.write('12')
    response.end('345')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
})

test('a response of known length has Content-Length for GET and HEAD, and is not chunked', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await fetch(`${url}/known`, { method })
    expect(headers.get('content-length')).toBe('5')
    expect(headers.get('transfer-encoding')).toBeNull()
    expect(headers.get(contentLengthStandInHeader)).toBeNull()
    expect(headers.get('x-other')).toBe('1')
  }
})

test('a response of unknown length stays chunked, without Content-Length', async () => {
  const response = await fetch(`${url}/other`)
  expect(response.headers.get('transfer-encoding')).toBe('chunked')
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe('12345')
})
