import ipaddr from 'ipaddr.js'
import { AppError } from '../errors'

/** Hosts and ports that may be asked although they are private, or without TLS. */
export class AllowedHosts {
  private readonly hosts: ReadonlySet<string>

  /** @param list `models.internal:8000, 10.0.0.5:8000, [fd00::1]:8000`; without a port: 80 and 443 */
  constructor(list: string) {
    this.hosts = new Set(list.split(',').flatMap(readEntry))
  }

  has({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): boolean {
    return this.hosts.has(`${nameHost(hostname)}:${port || defaultPort(protocol)}`)
  }
}

const defaultPort = (protocol: string) => (protocol === 'https:' ? '443' : '80')

/** What a URL makes of a host, without the dot at its end and the brackets of an IPv6 address. */
const nameHost = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')

function readEntry(entry: string): string[] {
  const text = entry.trim()
  // A scheme that knows no port by default: what is written stays.
  const port = /:(\d{1,5})$/.exec(text)?.[1]
  if (text === '' || !URL.canParse(`http://${text}`)) return []
  const { hostname, username, pathname } = new URL(`http://${text}`)
  if (username !== '' || pathname !== '/') return []
  const ports = port === undefined || text.endsWith(']') ? ['80', '443'] : [port]
  return ports.map((port) => `${nameHost(hostname)}:${port}`)
}

/** Entries of such a list that lead nowhere. */
export function findUnreadableHosts(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && readEntry(entry).length === 0)
}

/** Answers to every machine of a cloud, though its range is public. */
const azureHost = '168.63.129.16'

/** Whether an IP address is one of the public internet, and so no one's inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === azureHost) return false
  // 2000::/3 is all that was ever given out.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

/** Names that never leave a machine or a network. */
const innerNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * An address that someone gave, as far as it can be judged without a network.
 *
 * @throws AppError `invalid_input` where it is not to be asked, and why
 */
export function readOutboundUrl(text: string, allowed: AllowedHosts): URL {
  const refuse = (why: string) => new AppError('invalid_input', `The address ${why}`)
  if (!URL.canParse(text)) throw refuse('is none. Write it as https://models.example:8000.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('must begin with https:// or http://.')
  if (url.username !== '' || url.password !== '')
    throw refuse('has a name or a password in it. Keys come from the environment of the server.')
  if (allowed.has(url)) return url
  const host = nameHost(url.hostname)
  if (ipaddr.isValid(host) ? !isPublicAddress(host) : !host.includes('.') || innerNames.test(host))
    throw refuse(`leads into a private network. ${howToAllow}`)
  if (url.protocol === 'http:') throw refuse(`is without TLS. ${howToAllow}`)
  return url
}

export const howToAllow =
  'Whoever runs this server can allow its host and port in STEPMARK_OUTBOUND_ALLOW.'
