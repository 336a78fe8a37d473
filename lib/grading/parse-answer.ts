import {
  type ClosingBracket,
  isExpression,
  makeCall,
  makeGroup,
  type AstNode,
  type OpeningBracket,
} from './ast-node'
import { cleanAnswer } from './clean-answer'
import type { ExpressionParseOptions } from './parse-expression'
import { RelationParser } from './parse-relation'
import { type TokeniseOptions, tokeniseAnswer, UnparsableAnswerError } from './tokens'

export interface ParsedAnswer {
  node: AstNode
  /** True if a slash has a second reading: `slash: 'far'`. */
  hasWideSlash: boolean
}

export type ParseOptions = TokeniseOptions & ExpressionParseOptions

export const defaultParseOptions: ParseOptions = {
  commas: 'thousands',
  hasUnitLetters: false,
  slash: 'near',
}

/** Options for every way to read an ambiguous slash or comma. */
export const alternativeParseOptions: readonly ParseOptions[] = [
  defaultParseOptions,
  { ...defaultParseOptions, slash: 'far' },
  { ...defaultParseOptions, commas: 'list' },
  { ...defaultParseOptions, commas: 'decimal' },
  { ...defaultParseOptions, commas: 'joined' },
]

/** Parses a cleaned answer. Throws `UnparsableAnswerError` if it isn't mathematics that the parser knows. */
export function parseAnswer(
  text: string,
  options: ParseOptions = defaultParseOptions,
): ParsedAnswer {
  const parser = new AnswerParser(tokeniseAnswer(text, options), options)
  const node = parser.parseAll()
  return { node, hasWideSlash: parser.hasWideSlash }
}

/** Like `parseAnswer`, but returns null if it can't read the answer. */
export function tryParseAnswer(text: string, options?: ParseOptions): ParsedAnswer | null {
  try {
    return parseAnswer(text, options)
  } catch (error) {
    if (error instanceof UnparsableAnswerError) return null
    throw error
  }
}

/** Whether the parser can read an answer that is not cleaned yet. */
export const isParsableAnswer = (text: string): boolean =>
  tryParseAnswer(cleanAnswer(text)) !== null

/** Closing brackets for each opening one. */
const closings: Readonly<Record<string, readonly string[]>> = {
  '(': [')', ']'],
  '[': [']', ')', '['],
  ']': ['[', ']'],
  '{': ['}'],
  '\\{': ['\\}'],
}

interface Items {
  items: AstNode[]
  isLoose: boolean
  isJoint: boolean
  hasSeparator: boolean
}

const joinsEither = /^(?:or|lor|vee)$/
const joinsBoth = /^(?:and|land|wedge)$/

/** Parses whole answers: lists, intervals, sets and matrices. */
class AnswerParser extends RelationParser {
  parseAll(): AstNode {
    const { items, isLoose, isJoint } = this.parseItems()
    if (!this.isAtEnd) throw new UnparsableAnswerError()
    return items.length === 1 ? items[0]! : makeGroup(items, '', '', isLoose, isJoint)
  }

  private parseItems(): Items {
    const items: AstNode[] = []
    let [isLoose, isJoint, isLogic, hasSeparator] = [false, false, false, false]
    const finish = (): Items => {
      // `p \lor q` is a logical formula, not a list.
      if (isLogic && !items.every(({ kind }) => kind === 'relation'))
        throw new UnparsableAnswerError()
      return { items, isLoose, isJoint, hasSeparator }
    }
    for (;;) {
      while (this.peek()?.kind === 'break') this.position += 1
      items.push(this.parseRelation())
      let separators = 0
      for (; this.takeSeparator(); separators++) {
        const { kind, text } = this.tokens[this.position - 1]!
        if (joinsEither.test(text)) isLoose = true
        if (joinsBoth.test(text)) isJoint = true
        if (kind === 'command') isLogic = true
      }
      if (separators === 0) return finish()
      hasSeparator = true
      if (this.isAtEnd || this.isCloser()) return finish()
    }
  }

  private takeSeparator(): boolean {
    const token = this.peek()
    if (!token) return false
    const isSeparator =
      token.kind === 'joiner' ||
      token.kind === 'break' ||
      (token.kind === 'sign' &&
        (token.text === ',' || token.text === ';' || token.text === '\\&')) ||
      (token.kind === 'command' && /^(?:land|lor|wedge|vee)$/.test(token.text))
    if (isSeparator) this.position += 1
    return isSeparator
  }

  private isCloser(): boolean {
    const token = this.peek()
    return token?.kind === 'sign' && /^(?:[)\]}|&]|\\[}\\])$/.test(token.text)
  }

  protected parseGroup(): AstNode {
    const opener = this.peek()!
    this.position += 1
    if (opener.kind === 'command') return this.parseAngle()
    if (opener.text === '|' || opener.text === '\\|') return this.parseBars(opener.text)
    const closers = closings[opener.text]!
    if (opener.text === '\\{' && this.takeSign('\\}')) return makeGroup([], '{', '}')
    const isBraced = opener.text === '\\{' || opener.text === '{'
    const condition = isBraced ? this.parseCondition() : null
    const { items, isLoose, isJoint, hasSeparator } = condition ?? this.parseItems()
    const closer = this.peek()
    if (closer?.kind !== 'sign' || !closers.includes(closer.text)) throw new UnparsableAnswerError()
    this.position += 1
    const singleItem = items.length === 1 && !hasSeparator ? items[0]! : null
    const isPlain = singleItem && opener.text !== '\\{' && closer.text === closers[0]
    if (isPlain && (isExpression(singleItem) || singleItem.kind !== 'relation')) return singleItem
    // `]0, 1[` means (0, 1).
    return makeGroup(
      items,
      opener.text.replace('\\', '').replace(']', '(') as OpeningBracket,
      closer.text.replace('\\', '').replace('[', ')') as ClosingBracket,
      isLoose,
      isJoint,
    )
  }

  /** Parses the condition of `\{x \mid x > 3\}`. */
  private parseCondition(): Items | null {
    const bar = this.peek(1)
    const isBar =
      bar?.kind === 'command'
        ? /^(?:mid|vert)$/.test(bar.text)
        : bar?.text === '|' || bar?.text === ':'
    if (this.peek()?.kind !== 'letter' || !isBar) return null
    this.position += 2
    return this.parseItems()
  }

  private parseAngle(): AstNode {
    const { items } = this.parseItems()
    if (!this.takeCommand('rangle')) throw new UnparsableAnswerError()
    return makeGroup(items, '⟨', '⟩')
  }

  private parseBars(bar: string): AstNode {
    const isNested = this.isInBars
    this.isInBars = true
    const value = this.parseSum()
    this.isInBars = isNested
    this.expectSign(bar)
    return makeCall(bar === '|' ? 'abs' : 'norm()', value)
  }

  protected parseEnvironment(): AstNode {
    const name = this.takeBracedText()
    if (!/^(?:[pbvB]?matrix|smallmatrix|array|cases|aligned|align|gathered)$/.test(name))
      throw new UnparsableAnswerError()
    if (name === 'array' && this.isSign('{')) this.takeBracedText()
    const rows: AstNode[][] = [[]]
    while (!this.takeCommand('end')) {
      if (this.takeSign('\\\\')) rows.push([])
      else if (this.takeSign('&') || this.takeSign(',')) continue
      else if (this.takeCommand('hline')) continue
      else rows.at(-1)!.push(this.parseRelation())
      if (this.isAtEnd) throw new UnparsableAnswerError()
    }
    if (this.takeBracedText() !== name) throw new UnparsableAnswerError()
    const filledRows = rows.filter((row) => row.length > 0)
    if (filledRows.length === 0) throw new UnparsableAnswerError()
    const isSystem = /^(?:cases|align|gather)/.test(name)
    const matrix: AstNode = { kind: 'matrix', rows: filledRows, isSystem }
    if (!isSystem && filledRows.some((row) => row.length !== filledRows[0]!.length))
      throw new UnparsableAnswerError()
    return name === 'vmatrix' ? makeCall('det', matrix) : matrix
  }
}
