import { type AstNode, mapNodes } from './ast-node'
import { compareAtSamplePoints } from './sample-points'
import { type Finding, makePolicyFinding, makeSameFinding, makeUndecidedFinding } from './verdict'

/** Compares with one variable renamed, or with a constant of integration. */
export function compareWithRenamedVariable(
  a: AstNode,
  b: AstNode,
  [inA, inB]: readonly [Set<string>, Set<string>],
): Finding | null {
  const onlyA = [...inA].filter((name) => !inB.has(name))
  const onlyB = [...inB].filter((name) => !inA.has(name))
  // Names of sets can't be renamed.
  if (onlyA.concat(onlyB).every((name) => name.startsWith('\\mathbb'))) return null
  const joinLetters = (names: Set<string>) =>
    [...names]
      .map((name) => name.replace(/\\[a-z]+|[{}\s]/g, ''))
      .sort()
      .join('')
  if (
    onlyA.length + onlyB.length > 0 &&
    joinLetters(inA) !== '' &&
    joinLetters(inA) === joinLetters(inB)
  )
    return makePolicyFinding('The same letters in another style.')
  if (onlyA.length === 1 && onlyB.length === 1) {
    const renamed = renameVariable(a, onlyA[0]!, { kind: 'symbol', name: onlyB[0]! })
    if (compareAtSamplePoints(renamed, b, 'e').outcome === 'same')
      return isConstantName(onlyA[0], onlyB[0]) &&
        [onlyA[0]!, onlyB[0]!].every((name) => /^[CcKk](?:_|$)/.test(name)) &&
        [...inA].some((name) => /^[d-jl-z\\]/.test(name))
        ? makeSameFinding('Both are the same up to the name of the constant.')
        : makePolicyFinding('The two are equal if one letter is renamed.')
  }
  const mayBeConstants = [...onlyA, ...onlyB].every((name) => /^[A-EKa-ek](?:_|$)/.test(name))
  if (mayBeConstants && onlyA.length === onlyB.length && isConstantName(onlyA[0], onlyB[0]))
    return makeUndecidedFinding('The two have different constants.')
  if (onlyA.length === 1 && onlyB.length === 1) return null
  const [extra] = [...onlyA, ...onlyB]
  const isConstant = onlyA.length + onlyB.length === 1 && /^[Cck](?:_|$)/.test(extra!)
  if (!isConstant) return null
  const zero: AstNode = {
    kind: 'number',
    value: { numerator: 0n, denominator: 1n },
    slack: 0,
    digits: 0,
  }
  const withoutConstant = [
    renameVariable(a, extra!, zero),
    renameVariable(b, extra!, zero),
  ] as const
  return compareAtSamplePoints(withoutConstant[0], withoutConstant[1], 'e').outcome === 'same'
    ? makePolicyFinding('The two are equal up to a constant.')
    : null
}

/** Whether one of two different names is a constant of integration: `C`, `K`, `c_1`. */
const isConstantName = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && /^(?:[CK](?:_|$)|[ck]_)/.test(name)) &&
  names.every((name) => name === undefined || /^[A-EKa-ek](?:_|$)/.test(name))

export function renameVariable(node: AstNode, from: string, to: AstNode): AstNode {
  return mapNodes(node, (part) => (part.kind === 'symbol' && part.name === from ? to : part))
}
