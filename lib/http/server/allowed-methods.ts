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
    const fitting = calls.filter((call) => fits(call.segments, segments))
    const most = Math.max(...fitting.map(({ literalCount }) => literalCount))
    const methods = fitting
      .filter(({ literalCount }) => literalCount === most)
      .map(({ method }) => method)
    if (methods.length === 0) return []
    return [
      ...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
    ].sort()
  }
}

const isParameter = (segment: string) => segment.startsWith('{')

const fits = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]))
