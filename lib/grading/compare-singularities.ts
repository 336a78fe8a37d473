import { collectSymbols, isSameAst, listChildren, type AstNode } from './ast-node'
import { computeExactValue } from './compute-exact-value'
import { findConstantFactor } from './find-constant-factor'

/** A part of an expression that can be undefined, jump or bend where its arguments have a certain value. */
interface Singularity {
  name: string
  args: readonly AstNode[]
}

/** Functions that are smooth for all real numbers. */
const smoothFunctions = new Set([
  'sin',
  'cos',
  'exp',
  'sinh',
  'cosh',
  'arctan',
  'arsinh',
  'degrees',
])
/** They have their singularity where the argument is 0, so its factor does not matter. */
const isAtZero = (name: string) => /^(?:pole|root|abs|ln|lg|log)$/.test(name)

/**
 * Whether two expressions can be undefined, jump or bend at the same values only: every denominator, root or absolute value
 * of each is in the other too. Only then are they equal everywhere if they are equal at some points.
 */
export function haveSameSingularities(a: AstNode, b: AstNode): boolean {
  const [listA, listB] = [a, b].map(listSingularities) as [Singularity[], Singularity[]]
  const isIn = (list: readonly Singularity[]) => (x: Singularity) =>
    list.some((y) => isSameSingularity(x, y))
  return listA.every(isIn(listB)) && listB.every(isIn(listA))
}

function isSameSingularity(a: Singularity, b: Singularity): boolean {
  if (a.name !== b.name || a.args.length !== b.args.length) return false
  return a.args.every((arg, i) => {
    const otherArg = b.args[i]!
    if (isSameAst(arg, otherArg)) return true
    const symbols = [...new Set([...collectSymbols(arg), ...collectSymbols(otherArg)])]
    const factor = findConstantFactor(arg, otherArg, symbols)
    return factor !== null && (isAtZero(a.name) || Math.abs(factor - 1) <= 1e-9)
  })
}

function listSingularities(node: AstNode): Singularity[] {
  const own = readSingularity(node)
  return [...(own ? [own] : []), ...listChildren(node).flatMap(listSingularities)]
}

function readSingularity(node: AstNode): Singularity | null {
  if (collectSymbols(node).size === 0) return null
  if (node.kind === 'quotient')
    return collectSymbols(node.denominator).size > 0
      ? { name: 'pole', args: [node.denominator] }
      : null
  if (node.kind === 'power') {
    // The base of an exponential function is a positive constant.
    if (collectSymbols(node.base).size === 0) return null
    const exponent = computeExactValue(node.exponent)
    if (exponent?.denominator !== 1n) return { name: 'root', args: [node.base] }
    return exponent.numerator > 0n ? null : { name: 'pole', args: [node.base] }
  }
  if (node.kind !== 'call' || smoothFunctions.has(node.name)) return null
  return { name: node.name, args: node.name === 'root' ? node.args.slice(0, 1) : node.args }
}
