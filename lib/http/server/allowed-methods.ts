import type { Contract } from '@/lib/platform/contract'

/**
 * Returns a function that finds the allowed methods of an API path (without the base path): those of the calls that match
 * the path with the most literal segments. Empty if no call matches.
 */
export function createAllowedMethodFinder(
  contracts: readonly Pick<Contract, 'method' | 'path'>[],
): (path: string) => string[] {
  const calls = contracts.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path,
    segments: path.split('/'),
    literalCount: path.split('/').filter((segment) => !isParameter(segment)).length,
  }))
  return (path) => {
    const segments = path.split('/')
    const matchingCalls = calls.filter((call) => matchesTemplate(call.segments, segments))
    const maxLiterals = Math.max(...matchingCalls.map(({ literalCount }) => literalCount))
    const methods = matchingCalls
      .filter(({ literalCount }) => literalCount === maxLiterals)
      .map(({ method }) => method)
    if (methods.length === 0) return []
    return [
      ...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
    ].sort()
  }
}

const isParameter = (segment: string) => segment.startsWith('{')

const matchesTemplate = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]))
