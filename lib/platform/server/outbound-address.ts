import ipaddr from 'ipaddr.js'
import { AppError } from '../errors'

/** Hosts and ports that are allowed although they are private or without TLS. */
export class AllowedHosts {
  private readonly hosts: ReadonlySet<string>

  /** @param list `models.internal:8000, 10.0.0.5:8000, [fd00::1]:8000`; without a port: 80 and 443 */
  constructor(list: string) {
    this.hosts = new Set(list.split(',').flatMap(parseEntry))
  }

  has({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): boolean {
    return this.hosts.has(`${normaliseHost(hostname)}:${port || defaultPort(protocol)}`)
  }
}

const defaultPort = (protocol: string) => (protocol === 'https:' ? '443' : '80')

/** The host as a URL has it, without a trailing dot and IPv6 brackets. */
const normaliseHost = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')

function parseEntry(entry: string): string[] {
  const text = entry.trim()
  // `URL` drops port 80, so the port is read from the text.
  const port = /:(\d{1,5})$/.exec(text)?.[1]
  if (text === '' || !URL.canParse(`http://${text}`)) return []
  const { hostname, username, pathname } = new URL(`http://${text}`)
  if (username !== '' || pathname !== '/') return []
  const ports = port === undefined || text.endsWith(']') ? ['80', '443'] : [port]
  return ports.map((portNumber) => `${normaliseHost(hostname)}:${portNumber}`)
}

/** Invalid entries of the list. */
export function findInvalidAllowedHosts(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && parseEntry(entry).length === 0)
}

/** Cloud metadata address, although its range is public. */
const azureHost = '168.63.129.16'

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === azureHost) return false
  // 2000::/3 is the only range of public IPv6 addresses.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

/** Names that resolve only within a machine or a network. */
const privateNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * Checks a user's URL as far as possible without a network.
 *
 * @throws AppError `invalid_input` with the reason, if requests to it are not allowed
 */
export function parseOutboundUrl(text: string, allowed: AllowedHosts): URL {
  const makeError = (reason: string) => new AppError('invalid_input', `The address ${reason}`)
  if (!URL.canParse(text))
    throw makeError('is not a valid URL. Example: https://server.example:8000.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw makeError('must start with https:// or http://.')
  if (url.username !== '' || url.password !== '')
    throw makeError('has a name or a password in it. Keys come from the environment of the server.')
  if (allowed.has(url)) return url
  const host = normaliseHost(url.hostname)
  if (
    ipaddr.isValid(host) ? !isPublicAddress(host) : !host.includes('.') || privateNames.test(host)
  )
    throw makeError(`is in a private network. ${allowedHostTip}`)
  if (url.protocol === 'http:') throw makeError(`has no TLS. ${allowedHostTip}`)
  return url
}

export const allowedHostTip =
  'To allow it, the operator of this server can add its host and port to STEPMARK_OUTBOUND_ALLOW.'
