import { createSocket } from 'node:dgram'
import { type LookupAddress, Resolver } from 'node:dns'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { DnsLookup } from '@/lib/platform/server/outbound'

/* A local DNS server over UDP whose answers change, as in DNS rebinding. */

export interface TestDnsServer {
  /** Answers for every name: the first lookup returns the first row, and so on; the last one repeats. */
  answers: string[][]
  /** The number of lookups. Tests reset it. */
  lookupCount: number
  /** Sends a query like the system resolver, over UDP. */
  lookup: DnsLookup
  close(): void
}

const [typeA, typeAaaa] = [1, 28]
const headerBytes = 12

export async function startTestDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4')
  let currentAnswers: string[] = []
  socket.on('message', (question, { port, address }) => {
    socket.send(writeAnswer(question, currentAnswers), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const dnsServer: TestDnsServer = {
    answers: [],
    lookupCount: 0,
    lookup: (name, done) => {
      dnsServer.lookupCount += 1
      currentAnswers =
        (dnsServer.answers.length > 1 ? dnsServer.answers.shift() : dnsServer.answers[0]) ?? []
      resolveAllAddresses(resolver, name, done)
    },
    close: () => socket.close(),
  }
  return dnsServer
}

const makeAddress = (family: 4 | 6) => (address: string) => ({ address, family })

function resolveAllAddresses(
  resolver: Resolver,
  name: string,
  callback: Parameters<DnsLookup>[1],
): void {
  resolver.resolve4(name, (error4, addresses4) => {
    resolver.resolve6(name, (error6, addresses6) => {
      const addresses: LookupAddress[] = [
        ...(error4 ? [] : addresses4.map(makeAddress(4))),
        ...(error6 ? [] : addresses6.map(makeAddress(6))),
      ]
      callback(addresses.length === 0 ? error6 : null, addresses)
    })
  })
}

/** RFC 1035: the question, and a record with TTL 0 for each address of the requested type. */
function writeAnswer(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, headerBytes) + 5
  const type = question.readUInt16BE(end - 4)
  const matching = addresses.filter((address) => type === (isIPv4(address) ? typeA : typeAaaa))
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(question.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(matching.length, 6)
  const records = matching.map((address) => {
    const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc0_0c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(0, 6)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([header, question.subarray(headerBytes, end), ...records])
}
