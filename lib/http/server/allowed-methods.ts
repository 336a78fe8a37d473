import type { Contract } from '@/lib/platform/contract'

/**
 * Finds the methods of a path of the API, without its base: of the calls whose path fits with the most literal segments. Empty
 * if no call has it.
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
