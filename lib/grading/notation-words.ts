import type { Rational } from './rational'

/** Functions that are also written without a backslash, with their name in the parser. */
export const functionNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sin: 'sin',
    cos: 'cos',
    tan: 'tan',
    tg: 'tan',
    cot: 'cot',
    ctg: 'cot',
    sec: 'sec',
    csc: 'csc',
    cosec: 'csc',
    sinh: 'sinh',
    cosh: 'cosh',
    tanh: 'tanh',
    coth: 'coth',
    arcsin: 'arcsin',
    arccos: 'arccos',
    arctan: 'arctan',
    arctg: 'arctan',
    arccot: 'arccot',
    asin: 'arcsin',
    acos: 'arccos',
    atan: 'arctan',
    arcsinh: 'arsinh',
    arccosh: 'arcosh',
    arctanh: 'artanh',
    arsinh: 'arsinh',
    arcosh: 'arcosh',
    artanh: 'artanh',
    ln: 'ln',
    log: 'log',
    lg: 'lg',
    exp: 'exp',
    max: 'max',
    min: 'min',
    gcd: 'gcd',
    lcm: 'lcm',
    abs: 'abs',
    floor: 'floor',
    ceil: 'ceil',
    det: 'det',
    Re: 'Re',
    Im: 'Im',
    arg: 'arg',
    sgn: 'sgn',
    deg: 'deg',
    cis: 'cis',
  }),
)

/** Plain words that stand for a LaTeX command, with its name. */
export const latexCommandsByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sqrt: 'sqrt',
    cbrt: 'cbrt',
    pi: 'pi',
    Pi: 'pi',
    infinity: 'infty',
    Infinity: 'infty',
    infty: 'infty',
    inf: 'infty',
    oo: 'infty',
    alpha: 'alpha',
    beta: 'beta',
    gamma: 'gamma',
    delta: 'delta',
    epsilon: 'epsilon',
    theta: 'theta',
    lambda: 'lambda',
    mu: 'mu',
    rho: 'rho',
    sigma: 'sigma',
    tau: 'tau',
    phi: 'phi',
    omega: 'omega',
    union: 'cup',
    emptyset: 'emptyset',
  }),
)

/** Words of up to three letters, which must not be read as products of letters. */
export const shortWords: ReadonlySet<string> = new Set(
  (
    'a ago all am an and any are as at be bet big blue box boy bus but by car cat cm cow cup cut day did dl do dog ' +
    'due egg end etc eye far few fig fit fix for fri ft fun gal get go got gum had has he hen her him his hot ' +
    'hr hrs if in ink is it its jan jar jet job jul jun kg kit km lb lbs let low mad man map mar may me men mg mi ' +
    'min ml mm mon mph my net new nil no nor not now nut odd of off old on one or our out own oz pay pen per pet ' +
    'pie pig pm pot pts put ran rat raw red row run sat saw sea sec see set she six so sq sum sun tax tea ten the ' +
    'tie to toe ton too toy try tue two up us use van via was way we wed who why win won yd yes yet you zoo'
  ).split(' '),
)

/** Words that multiply the number before them. */
export const multiplierWords: ReadonlyMap<string, Rational> = new Map(
  (
    [
      ['dozen', 12n, 1n],
      ['hundred', 100n, 1n],
      ['thousand', 1000n, 1n],
      ['million', 10n ** 6n, 1n],
      ['billion', 10n ** 9n, 1n],
      ['trillion', 10n ** 12n, 1n],
      ['tenth', 1n, 10n],
      ['hundredth', 1n, 100n],
      ['thousandth', 1n, 1000n],
    ] as const
  ).flatMap(([word, numerator, denominator]) => [
    [word, { numerator, denominator }],
    [`${word}s`, { numerator, denominator }],
  ]),
)
