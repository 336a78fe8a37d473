import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  internalHosts,
  listInternalUrls,
  openForbiddenConnectionListener,
  type ForbiddenConnectionListener,
} from '@/lib/platform/testing/internal-addresses'
import { AppError } from '../errors'
import { type DnsLookup, OutboundClient, OutboundError, outboundReplyMaxBytes } from './outbound'
import { AllowedHosts, isPublicAddress, parseOutboundUrl } from './outbound-address'

let listener: ForbiddenConnectionListener
beforeAll(async () => {
  listener = await openForbiddenConnectionListener()
})
afterAll(() => listener.close())
beforeEach(() => {
  listener.connectionCount = 0
})

const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const noHosts = new AllowedHosts('')

function makeClient(allow = '', lookup?: DnsLookup): OutboundClient {
  const client = lookup
    ? new OutboundClient(new AllowedHosts(allow), lookup)
    : new OutboundClient(new AllowedHosts(allow))
  onTestFinished(() => client.close())
  return client
}

const post = (outbound: OutboundClient, url: string, timeoutMs = 5_000) =>
  outbound.post(url, { body: {}, timeoutMs })

async function findFailure(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'none'
  } catch (error) {
    if (error instanceof OutboundError) return error.error
    throw error
  }
}

const withPort = (url: string) => url.replace('PORT', String(listener.port))

describe('internal addresses', () => {
  test('are tested in at least 60 spellings, with a listener that would notice requests', async () => {
    expect(new Set(internalHosts).size).toBeGreaterThanOrEqual(60)
    const outbound = makeClient(`127.0.0.1:${listener.port}`)
    await findFailure(post(outbound, withPort('http://127.0.0.1:PORT')))
    expect(listener.connectionCount).toBe(1)
  })

  test.each(listInternalUrls())('are rejected when saved and when used: %j', async (address) => {
    const url = withPort(address)
    const outbound = makeClient()
    await expect(outbound.check(url)).rejects.toThrow(AppError)
    expect(await findFailure(post(outbound, url))).toBe('refused')
    expect(listener.connectionCount).toBe(0)
  })

  test('are rejected at the connection even if the check of the URL text is skipped', async () => {
    // Skips the text check, so that the connection itself rejects.
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const outbound = makeClient()
      Object.assign(outbound, { parseUrl: (url: string) => new URL(url) })
      expect(await findFailure(post(outbound, withPort(`http://${host}:PORT`)))).toBe('refused')
    }
    expect(listener.connectionCount).toBe(0)
  })
})

test.each([
  'http://user@models.example:8000',
  'https://user:word@models.example',
  'https://models.example@127.0.0.1/',
  'ftp://models.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/',
  'javascript:alert(1)',
  'data:text/plain,a',
  '//127.0.0.1/',
  'models.example',
  'http://',
  '',
])(
  'an invalid or unsupported address is rejected when saved and when used: %j',
  async (address) => {
    const outbound = makeClient()
    await expect(outbound.check(address)).rejects.toThrow(AppError)
    expect(await findFailure(post(outbound, address))).toBe('refused')
  },
)

describe('host names of outbound requests', () => {
  const answers =
    (...replies: string[][]): DnsLookup =>
    (_, done) => {
      const addresses = (replies.length > 1 ? replies.shift() : replies[0]) ?? []
      done(
        null,
        addresses.map((address): LookupAddress => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      )
    }
  const url = () => withPort('https://models.example:PORT/')

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['8.8.8.8', '127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['fe80::1%lo']],
  ])('that resolve to %j are rejected when saved and when used', async (resolved) => {
    const outbound = makeClient('', answers(resolved))
    await expect(outbound.check(url())).rejects.toThrow('private network')
    expect(await findFailure(post(outbound, url()))).toBe('refused')
    expect(listener.connectionCount).toBe(0)
  })

  test('are rejected if they are public when saved and private when used', async () => {
    const outbound = makeClient('', answers(['8.8.8.8'], ['127.0.0.1'], ['::1']))
    await outbound.check(url())
    expect(await findFailure(post(outbound, url()))).toBe('refused')
    expect(await findFailure(post(outbound, url()))).toBe('refused')
    expect(listener.connectionCount).toBe(0)
  })

  test('are checked by the address that the connection reached, even if DNS named another', async () => {
    // The check sees a public address, but the network redirects to this machine.
    const outbound = makeClient('', (_, done) => {
      const wrongAddress = { family: 4, address: '8.8.8.8' }
      let reads = 0
      Object.defineProperty(wrongAddress, 'address', {
        get: () => (++reads > 1 ? '127.0.0.1' : '8.8.8.8'),
      })
      done(null, [wrongAddress])
    })
    Object.assign(outbound, { parseUrl: () => new URL(withPort('http://models.example:PORT')) })
    expect(await findFailure(post(outbound, url()))).toBe('refused')
  })

  test('are accepted when saved if unknown, and reported as unreachable when used', async () => {
    const outbound = makeClient('', (_, done) =>
      done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    )
    await outbound.check(url())
    await expect(post(outbound, url())).rejects.toThrow('its name does not resolve')
  })
})

describe('an allowed server for outbound requests', () => {
  let servedServer: Server
  let port = 0
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined

  beforeAll(async () => {
    const server = createServer((request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    servedServer = server
  })
  afterAll(() => servedServer.close())

  const makeAllowed = () => makeClient(`127.0.0.1:${port}`)
  const getUrl = () => `http://127.0.0.1:${port}/score?a=1`

  test('receives JSON with the API key, and its status and text are returned', async () => {
    let received = {}
    answer = (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const { method, url, headers } = request
        received = { method, url, authorization: headers.authorization, body }
        response.writeHead(429, { 'retry-after': '7' }).end('slow down')
      })
    }
    const reply = await makeAllowed().post(getUrl(), {
      body: { a: 'é' },
      key: 'k',
      timeoutMs: 5_000,
    })
    expect(reply).toEqual({ status: 429, text: 'slow down', retryAfterSeconds: 7 })
    expect(received).toEqual({
      method: 'POST',
      url: '/score?a=1',
      authorization: 'Bearer k',
      body: '{"a":"é"}',
    })
  })

  test.each([301, 302, 303, 307, 308])(
    'is not followed if it redirects with status %i',
    async (status) => {
      for (const location of internalHosts.map((host) => withPort(`http://${host}:PORT/`))) {
        answer = (_, response) =>
          response.writeHead(status, { location: encodeURI(location) }).end()
        expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('redirect')
      }
      expect(listener.connectionCount).toBe(0)
    },
  )

  test('fails the request after the given timeout', async () => {
    answer = () => undefined
    expect(await findFailure(post(makeAllowed(), getUrl(), 100))).toBe('too_slow')
    answer = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('a'), 20)
      response.once('close', () => clearInterval(timer))
    }
    expect(await findFailure(post(makeAllowed(), getUrl(), 200))).toBe('too_slow')
  })

  test('is disconnected when the caller’s signal aborts', async () => {
    const controller = new AbortController()
    answer = () => controller.abort(new Error('the process ends'))
    const { signal } = controller
    await expect(
      makeAllowed().post(getUrl(), { body: {}, timeoutMs: 5_000, signal }),
    ).rejects.toThrow('the process ends')
  })

  test('can send up to 5 MiB, compressed or decompressed', async () => {
    const large = Buffer.alloc(outboundReplyMaxBytes + 1, 'a')
    answer = (_, response) => response.end(large)
    expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('too_large')
    const gzipBomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    expect(gzipBomb.length).toBeLessThan(outboundReplyMaxBytes)
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(gzipBomb)
    }
    const before = process.memoryUsage().rss
    expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
    for (const [packing, packed] of [
      ['br', brotliCompressSync(Buffer.alloc(50 * 1024 * 1024), fastCompression)],
      ['deflate', deflateSync(Buffer.alloc(20 * 1024 * 1024))],
    ] as const) {
      expect(packed.length).toBeLessThan(outboundReplyMaxBytes / 100)
      answer = (_, response) => response.writeHead(200, { 'content-encoding': packing }).end(packed)
      expect(await findFailure(post(makeAllowed(), getUrl())), packing).toBe('too_large')
    }
    answer = (_, response) => response.end(large.subarray(1))
    expect((await post(makeAllowed(), getUrl())).text.length).toBe(outboundReplyMaxBytes)
  })

  test.each([
    ['a header', 'x-a: b\r\n', 'broken'],
    ['a header’s value', 'a'.repeat(64), 'broken'],
    ['answers that are none yet', '\r\nHTTP/1.1 103 Early Hints\r\n', 'too_slow'],
  ])('fails the request if it sends %s without end', async (_, secondText, message) => {
    let sentCount = 0
    answer = ({ socket }) => {
      socket.write(
        secondText.startsWith('\r\n') ? 'HTTP/1.1 103 Early Hints\r\n' : 'HTTP/1.1 200 OK\r\nx-b: ',
      )
      const timer = setInterval(() => {
        sentCount += secondText.length * 100
        if (socket.writableLength === 0) socket.write(secondText.repeat(100))
      }, 1)
      socket.on('error', () => undefined).once('close', () => clearInterval(timer))
    }
    expect(await findFailure(post(makeAllowed(), getUrl(), 1_000))).toBe(message)
    expect(sentCount).toBeGreaterThan(1_000)
  })

  test('may compress its response, which is decoded by its Content-Encoding', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'))
    expect((await post(makeAllowed(), getUrl())).text).toBe('{"a":1}')
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}')
    expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('broken')
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'zip' }).end('a')
    expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('broken')
  })

  test('is reported as broken if it breaks off, and as unreachable if it does not exist', async () => {
    answer = (request) => request.socket.destroy()
    expect(await findFailure(post(makeAllowed(), getUrl()))).toBe('broken')
    const restrictedClient = makeClient('127.0.0.1:1')
    await expect(post(restrictedClient, 'http://127.0.0.1:1/')).rejects.toThrow(
      'nothing listens on that port',
    )
  })
})

describe('the list of allowed hosts', () => {
  const isAllowed = (list: string, url: string) => new AllowedHosts(list).has(new URL(url))

  test.each([
    ['models.internal:8000', 'http://models.internal:8000/v1', true],
    ['models.internal:8000', 'https://MODELS.internal.:8000', true],
    ['models.internal:8000', 'http://models.internal:8001', false],
    ['models.internal', 'http://models.internal', true],
    ['models.internal', 'https://models.internal', true],
    ['models.internal', 'http://models.internal:8000', false],
    ['models.internal:80', 'http://models.internal', true],
    [' a:1 , 10.0.0.5:8000', 'http://10.0.0.5:8000', true],
    ['10.0.0.5:8000', 'http://0x0a.0.0.5:8000', true],
    ['10.0.0.5:8000', 'http://10.0.0.5.example:8000', false],
    ['[fd00::1]:8000', 'http://[fd00:0::1]:8000', true],
    ['[fd00::1]', 'http://[fd00::1]', true],
    ['*', 'http://a.example', false],
    ['', 'http://a.example', false],
    [',,', 'http://a.example', false],
  ])('%j allows %s: %s', (list, url, expected) => {
    expect(isAllowed(list, url)).toBe(expected)
  })

  test('needs no entry for public hosts with TLS', () => {
    expect(parseOutboundUrl('https://models.example/v1', noHosts).hostname).toBe('models.example')
    expect(() => parseOutboundUrl('http://models.example/v1', noHosts)).toThrow('has no TLS')
    expect(isPublicAddress('8.8.8.8')).toBe(true)
    expect(isPublicAddress('2606:4700::1111')).toBe(true)
    expect(isPublicAddress('')).toBe(false)
  })
})
