import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from '@/lib/platform/server/outbound-address'

/** Many ways to write an internal address. */
export const internalHosts = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '00000177.0.0.1',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '127.0.0.1.',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '0x0',
  '0.0.0.0.',
  '①②⑦.0.0.1',
  '⑫7.0.0.1',
  '127。0。0。1',
  '127.0.0。1',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '127.0.0.%31',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  'loc%61lhost',
  'a.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'printer.local',
  'metadata.google.internal',
  'metadata',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '169.254.169.254',
  '0xA9FEA9FE',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '168.63.129.16',
  '100.64.0.1',
  '100.100.100.200',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  // Further spellings, names and reserved ranges.
  '127.1.1.1',
  '0x7f.0x1',
  '0177.1',
  '127.0.1.1',
  '[0:0::1]',
  '[::FFFF:7F00:0001]',
  '[::ffff:0x7f.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[fd12:3456:789a::1]',
  '[FE80::1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:10.0.0.1]',
  '169.254.169.254.',
  'METADATA.google.INTERNAL.',
  'instance-data.ec2.internal',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
  'gateway.docker.internal',
  'db.home.arpa',
  'router.lan',
  '192.0.2.1',
  '100.127.255.255',
  '0300.0250.0.1',
  '⑯⑨。②⑤④。⑯⑨。②⑤④',
] as const

/** URLs that text checks and URL parsers may read as different hosts. `PORT` is a placeholder. */
const trickyUrls = [
  'https://models.example@127.0.0.1:PORT/',
  'https://models.example:443@127.0.0.1:PORT/',
  'https://models.example%40127.0.0.1:PORT/',
  'https://127.0.0.1:PORT#@models.example/',
  'https://127.0.0.1:PORT?@models.example/',
  'https://127.0.0.1:PORT\\@models.example/',
  'https:\\\\127.0.0.1:PORT\\',
  'https:127.0.0.1:PORT/',
  'https:/127.0.0.1:PORT/',
  'https:////127.0.0.1:PORT/',
  ' https://127.0.0.1:PORT/',
  '\thttps://127.0.0.1:PORT/',
  'ht\ntps://127.0.0.1:PORT/',
  'https://127.0\t.0.1:PORT/',
  'https://127.0.0.1\n:PORT/',
  'https://127.0.0.1\r\n:PORT/',
  'https://local\thost:PORT/',
  'HTTPS://LOCALHOST:PORT/',
  'HtTp://127.0.0.1:PORT/',
  'https://[fe80::1%25lo]:PORT/',
  'https://[::1%25lo]:PORT/',
  'https://[fe80::1%lo]:PORT/',
  'https://127.0.0.1%00.models.example:PORT/',
  'https://127.0.0.1%2f.models.example:PORT/',
  'https://127.0.0.1%20:PORT/',
  'https://loc\u00adalhost:PORT/',
  'https://loca\u200blhost:PORT/',
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'file://127.0.0.1:PORT/etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
  'ws://127.0.0.1:PORT/',
  'dict://127.0.0.1:PORT/info',
  'unix:///run/postgresql/.s.PGSQL.5432',
  'blob:https://127.0.0.1:PORT/a',
  'jar:https://127.0.0.1:PORT/!/',
  '//127.0.0.1:PORT/',
]

/** Each host with both schemes, ambiguous URLs, and this machine's own addresses; `PORT` is a placeholder. */
export function listInternalUrls(): string[] {
  const hosts = [...internalHosts, ...listOwnHosts()]
  const plain = hosts.flatMap((host) => [`https://${host}:PORT/`, `http://${host}:PORT/`])
  return [...plain, ...trickyUrls]
}

/** This machine's addresses in private networks. Public addresses are allowed. */
function listOwnHosts(): string[] {
  return listOwnAddresses().map((address) => (address.includes(':') ? `[${address}]` : address))
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((info) => info ?? [])
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
    .map(({ address }) => address)
    .filter((address) => !isPublicAddress(address))
}

export interface ForbiddenConnectionListener {
  port: number
  /** Listening addresses: loopback and this machine's private addresses. */
  hosts: string[]
  /** Total number of connections. */
  connectionCount: number
  close(): void
}

/** Listens on loopback and this machine's private addresses, at one port, and must never receive a connection. */
export async function openForbiddenConnectionListener(): Promise<ForbiddenConnectionListener> {
  const servers: Server[] = []
  const listener: ForbiddenConnectionListener = {
    port: 0,
    hosts: [],
    connectionCount: 0,
    close: () => servers.forEach((server) => server.close()),
  }
  for (const host of ['127.0.0.1', '::1', ...listOwnAddresses()]) {
    const server = createServer((socket) => {
      listener.connectionCount += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => {
      server.once('error', () => resolve())
      server.listen(listener.port, host, () => resolve())
    })
    if (!server.listening) continue
    servers.push(server)
    listener.hosts.push(host)
    listener.port = (server.address() as AddressInfo).port
  }
  return listener
}
