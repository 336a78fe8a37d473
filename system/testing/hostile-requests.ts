const kilobyte = 1_024
const megabyte = kilobyte * kilobyte

export interface HostileRequest {
  name: string
  /** The bytes, or pieces of them. */
  bytes: string | Iterable<Buffer>
  /** Allowed statuses. 0: the connection is closed without an answer. */
  expected: readonly number[]
  /** Number of answers to wait for; default 1. */
  answers?: number
}

interface Target {
  host: string
  project: string
  token: string
}

/** Requests that are too large, wrongly framed or of another protocol, with the allowed answers. */
export function listHostileRequests({ host, project, token }: Target): HostileRequest[] {
  const claimsPath = `/api/v1/projects/${project}/claims`
  const makeHead = (method: string, path: string, ...lines: string[]) =>
    [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...lines, '', ''].join('\r\n')
  const bearer = `authorization: Bearer ${token}`
  const json = 'content-type: application/json'
  const closeHeader = 'connection: close'
  const makeCall = (body: string, ...lines: string[]) =>
    makeHead(
      'POST',
      claimsPath,
      bearer,
      json,
      closeHeader,
      `content-length: ${body.length}`,
      ...lines,
    ) + body
  const [objectDepth, listDepth] = [150_000, 900_000]
  return [
    // Headers: Node reads 16 kB of them and 2,000 lines.
    {
      name: 'a cookie of 20 kB',
      bytes: makeHead('GET', '/', `cookie: a=${'a'.repeat(20 * kilobyte)}`),
      expected: [431],
    },
    {
      name: 'a cookie of 50 MB',
      bytes: repeat(makeHead('GET', '/').slice(0, -2) + 'cookie: a=', 'a', 50),
      expected: [431, 0],
    },
    {
      name: '5,000 headers',
      bytes: makeHead('GET', '/', ...Array.from({ length: 5_000 }, (_, i) => `x-${i}: a`)),
      expected: [431],
    },
    {
      name: 'a path of 100 kB',
      bytes: makeHead('GET', `/${'a'.repeat(100 * kilobyte)}`),
      expected: [431],
    },
    {
      name: 'a query of 12 kB',
      bytes: makeHead('GET', `/api/v1/account?a=${'a'.repeat(12 * kilobyte)}`, bearer, closeHeader),
      expected: [400],
    },
    {
      name: 'a query of 1,000 names',
      bytes: makeHead(
        'GET',
        `/api/v1/account?${Array.from({ length: 1_000 }, (_, i) => `a${i}=`).join('&')}`,
        bearer,
        closeHeader,
      ),
      expected: [400],
    },
    // Bodies.
    {
      name: 'JSON of 50 MB',
      bytes: repeat(
        makeHead('POST', claimsPath, bearer, json, `content-length: ${50 * megabyte}`),
        ' ',
        50,
      ),
      expected: [413],
    },
    {
      name: 'JSON of 50 MB without a length',
      bytes: repeat(
        makeHead('POST', claimsPath, bearer, json, 'transfer-encoding: chunked'),
        `${megabyte.toString(16)}\r\n${' '.repeat(megabyte)}\r\n`,
        50,
        1,
      ),
      expected: [413],
    },
    {
      name: 'a form of 50 MB to sign in',
      bytes: repeat(
        makeHead(
          'POST',
          '/api/auth/callback/credentials',
          'content-type: application/x-www-form-urlencoded',
          `content-length: ${50 * megabyte}`,
        ),
        'a',
        50,
      ),
      expected: [413],
    },
    {
      name: 'objects 150,000 deep',
      bytes: makeCall('{"a":'.repeat(objectDepth)),
      expected: [400],
    },
    {
      name: 'closed objects 150,000 deep',
      bytes: makeCall(`${'{"a":'.repeat(objectDepth)}1${'}'.repeat(objectDepth)}`),
      expected: [400],
    },
    {
      name: 'lists 900,000 deep',
      bytes: makeCall('['.repeat(listDepth) + ']'.repeat(listDepth)),
      expected: [400],
    },
    {
      name: 'an object of 100,000 names',
      bytes: makeCall(
        JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`a${i}`, 1]))),
      ),
      expected: [400],
    },
    {
      name: 'a number of a million digits',
      bytes: makeCall(`{"a":${'9'.repeat(1_000_000)}}`),
      expected: [400],
    },
    {
      name: 'a plain body declared as gzip',
      bytes: makeCall('{}', 'content-encoding: gzip'),
      expected: [200, 400, 415],
    },
    {
      name: 'an unknown encoding',
      bytes: makeCall('{}', 'content-encoding: x-stepmark'),
      expected: [200, 400, 415],
    },
    // Framing that a reverse proxy may read differently.
    {
      name: 'two lengths',
      bytes:
        makeHead('POST', claimsPath, bearer, json, 'content-length: 2', 'content-length: 3') + '{}',
      expected: [400],
    },
    {
      name: 'both a length and chunks',
      bytes:
        makeHead(
          'POST',
          claimsPath,
          bearer,
          json,
          'content-length: 2',
          'transfer-encoding: chunked',
        ) + '0\r\n\r\n',
      expected: [400],
    },
    {
      name: 'an invalid length',
      bytes: makeHead('POST', claimsPath, bearer, json, 'content-length: -1') + '{}',
      expected: [400],
    },
    {
      name: 'chunks of a wrong size',
      bytes:
        makeHead('POST', claimsPath, bearer, json, 'transfer-encoding: chunked') + 'zz\r\n{}\r\n',
      expected: [400, 0],
    },
    {
      name: 'chunks that are not the last encoding',
      bytes:
        makeHead('POST', claimsPath, bearer, json, 'transfer-encoding: chunked, identity') + '{}',
      expected: [400, 0],
    },
    {
      name: 'a body longer than its length',
      bytes:
        makeHead('POST', claimsPath, bearer, json, 'content-length: 2') +
        '{}GET /secret HTTP/0.9 \r\n\r\n',
      expected: [200, 400],
      answers: 2,
    },
    {
      name: 'a space before the colon',
      bytes: makeHead('GET', '/healthz', 'x-a : b'),
      expected: [400],
    },
    {
      name: 'a folded header',
      bytes: makeHead('GET', '/healthz', 'x-a: b', ' c'),
      expected: [400],
    },
    { name: 'no host', bytes: 'GET /healthz HTTP/1.1\r\n\r\n', expected: [400] },
    // Other protocols.
    { name: 'random bytes', bytes: '\u0000\u0001\u00ff\u00fe\r\n\r\n', expected: [400] },
    { name: 'TLS', bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', expected: [400] },
    { name: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', expected: [400] },
    {
      name: 'a web socket',
      bytes: makeHead(
        'GET',
        '/api/v1/account',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
      expected: [0, 400, 401, 404, 426],
    },
    {
      name: 'a web socket for the Next.js dev server',
      bytes: makeHead(
        'GET',
        '/_next/webpack-hmr',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
      expected: [0, 400, 404, 426],
    },
    {
      name: 'an upgrade to h2c',
      bytes: makeHead(
        'GET',
        '/healthz',
        'connection: upgrade, http2-settings',
        'upgrade: h2c',
        'http2-settings: AAMAAABkAAQAAP__',
      ),
      expected: [0, 200, 400],
    },
    { name: 'CONNECT', bytes: makeHead('CONNECT', '127.0.0.1:5432'), expected: [0, 400, 404, 405] },
    {
      name: 'an unknown expectation',
      bytes:
        makeHead('POST', claimsPath, bearer, json, 'expect: miracles', 'content-length: 2') + '{}',
      expected: [417],
    },
    {
      name: 'an expectation of 100',
      bytes:
        makeHead(
          'POST',
          claimsPath,
          bearer,
          json,
          closeHeader,
          'expect: 100-continue',
          'content-length: 2',
        ) + '{}',
      expected: [200],
    },
    // Pages.
    {
      name: 'an unknown server action',
      bytes:
        makeHead(
          'POST',
          '/sign-in',
          'next-action: 40a1b2',
          'content-type: text/plain;charset=UTF-8',
          closeHeader,
          'content-length: 500000',
        ) + '['.repeat(500_000),
      // A redirect to the page, because there are no actions.
      expected: [303],
    },
    {
      name: '50 requests in one',
      bytes: makeHead('GET', '/healthz').repeat(50),
      expected: [200],
      answers: 50,
    },
  ]
}

/** Yields the head, and then megabytes of repeated text. */
function* repeat(
  start: string,
  repeatedText: string,
  megabytes: number,
  times = megabyte,
): Iterable<Buffer> {
  yield Buffer.from(start, 'latin1')
  const piece = Buffer.from(repeatedText.repeat(times), 'latin1')
  for (let i = 0; i < megabytes; i++) yield piece
}
