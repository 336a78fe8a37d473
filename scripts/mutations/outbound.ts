import type { Mutation } from './mutation'

const outbound = 'lib/platform/server/outbound.ts'
const address = 'lib/platform/server/outbound-address.ts'
const asking = (name: string) => ({ file: 'lib/platform/server/outbound.test.ts', name })
const places = (name: string) => ({ file: 'lib/http/server/outbound-places.db.test.ts', name })
const inside = asking('%j is refused when it is saved and when it is used')

export const outboundMutations: readonly Mutation[] = [
  {
    name: 'a literal address is not looked at',
    file: outbound,
    from: 'if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {',
    to: 'if (options.hostname === "") {',
    also: [
      {
        from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
        to: 'if (error !== null || socket) {',
      },
    ],
    test: asking('what is behind the text is judged, whichever literal the socket is given'),
    why: 'No lookup happens for a literal: 10 of 11 spellings passed a guard of lookups alone.',
  },
  {
    name: 'only the first answer of the name service is looked at',
    file: outbound,
    from: 'else if (!found.every(({ address }) => isPublicAddress(address)))',
    to: 'else if (!isPublicAddress(first.address))',
    test: asking('one that leads to %j is refused, saved and used'),
    why: 'The connection takes whichever it likes.',
  },
  {
    name: 'a name is judged only when it is saved',
    file: outbound,
    from: 'else if (!found.every(({ address }) => isPublicAddress(address)))',
    to: 'else if (found.length === 0)',
    also: [
      {
        from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
        to: 'if (error !== null || socket) {',
      },
    ],
    test: asking('one that is public when it is saved and private when it is used is refused then'),
    why: 'DNS rebinding.',
  },
  {
    name: 'where the connection went is not looked at',
    file: outbound,
    from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
    to: 'if (error !== null || socket) {',
    test: asking('where a connection goes in the end counts, whatever the name service said'),
    why: 'The last word is the network’s.',
  },
  {
    name: 'inner addresses are public',
    file: address,
    from: "if (parsed.range() !== 'unicast' ||",
    to: "if (parsed.range() === 'loopback' ||",
    test: inside,
    why: 'Metadata services, private networks, tunnels.',
  },
  {
    name: 'any scheme is asked',
    file: address,
    from: "if (url.protocol === 'http:') throw refuse(`is without TLS. ${howToAllow}`)",
    to: '',
    test: asking('public hosts with TLS need no row'),
    why: 'Without TLS anybody on the way reads along.',
  },
  {
    name: 'redirects are followed',
    file: outbound,
    from: '      if (isRedirect)\n        throw new OutboundError(',
    to: '      if (isRedirect) return await this.post(new URL(String(reply.headers.location), url).href, { body, timeoutMs })\n      if (isRedirect)\n        throw new OutboundError(',
    test: asking('that redirects (%i) is not followed'),
    why: 'They lead inside, and take keys along.',
  },
  {
    name: 'an address is not judged again when a job asks it',
    file: outbound,
    from: '    const url = this.read(address)\n',
    to: '    const url = new URL(address)\n',
    also: [
      {
        from: 'if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {',
        to: 'if (options.hostname === "") {',
      },
      {
        from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
        to: 'if (error !== null || socket) {',
      },
    ],
    test: places('none is asked by a job, though it has been saved'),
    why: 'What was allowed when it was saved may not be any more.',
  },
  {
    name: 'only the text of an address is judged',
    file: outbound,
    from: 'else if (!found.every(({ address }) => isPublicAddress(address)))',
    to: 'else if (found.length === 0)',
    also: [
      {
        from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
        to: 'if (error !== null || socket) {',
      },
      {
        from: 'if (found.some((each) => !isPublicAddress(each.address)))',
        to: 'if (found.length > 1_000)',
      },
    ],
    test: places('a name that is public when it is saved and leads inside when it is used'),
    why: 'A name says nothing of where it leads.',
  },
  {
    name: 'the address of a server that is tried is not judged',
    file: 'lib/scoring/server/queries.ts',
    from: '    await getOutbound().check(settings.url)\n',
    to: '',
    test: places('none is saved or tried, by any call that takes an address'),
    why: 'Each call that takes an address judges it.',
  },
  {
    name: 'a reply’s headers that never end are said to come from nobody',
    file: outbound,
    from: "  'UND_ERR_HEADERS_OVERFLOW',\n",
    to: '',
    test: asking('that sends %s without end is left'),
    why: 'An admin looks for a network that is well.',
  },
  {
    name: 'a reply is as large as it likes',
    file: outbound,
    from: 'if (bytes > replyMaxBytes) throw tooLarge()',
    to: '',
    test: asking('is not read beyond 5 MiB, as it comes or unpacked'),
    why: 'It is held in memory.',
  },
  {
    name: 'a key goes to any host',
    file: 'lib/scoring/server/scorer-keys.ts',
    from: 'if (!new AllowedHosts(hosts).has(new URL(url)))',
    to: 'if (hosts.length === 0)',
    test: {
      file: 'lib/scoring/server/ask-server.test.ts',
      name: 'a key is not sent to another host than its own',
    },
    why: 'Langfuse sent it to whatever address was set (CVE-2026-41487).',
  },
  {
    name: 'a key is in the message of an error',
    file: 'lib/scoring/server/ask-server.ts',
    from: "key === undefined ? text : text.replaceAll(key, '(key)')",
    to: 'text',
    test: {
      file: 'lib/scoring/server/ask-server.test.ts',
      name: 'the key is sent, and is in no message, whatever the server repeats',
    },
    why: 'Servers repeat what they were sent.',
  },
]
