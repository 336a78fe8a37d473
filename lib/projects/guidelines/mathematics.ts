import type { GuidelineParts } from './guideline-parts'

export const mathematics: GuidelineParts = {
  checkable: String.raw`
Half a minute of thinking is allowed, and so are a calculator and a look at a known theorem. $37 \cdot 43 = 1591$ can
be checked, and so can “the derivative of $x^2 e^x$ is $(x^2 + 2x)e^x$”. The expansion of a product of five brackets in
one line cannot, nor “a long but simple calculation gives”. If you feel like taking out pen and paper, the step should
have been several, and it is negative.
`,
  borders: String.raw`
The problem: *What is the smallest $n$ with $2^n > 1000$?*

| the step says | rating | because |
|---|---|---|
| We look for the smallest exponent whose power of two is over 1000. | neutral | it repeats the problem |
| $2^1 = 2$, $2^2 = 4$, $2^3 = 8$, and so on: we go on until we pass 1000. | positive | a way that a sensible person could go; it need not be the shortest |
| $2^{8} = 256$ and $2^9 = 512$. | positive | it brings us nearer |
| So $n$ lies somewhere between 1 and 100. | neutral | true, but less than is known by now |
| Since $2^{9} = 512 < 1000 < 1024 = 2^{10}$, the answer is 10. | positive | right, and it follows |
| $2^{10} = 1000$, so we need $n = 11$. | negative | $2^{10} = 1024$; that it would be near does not help |
`,
  firstError: String.raw`
An example. The problem: *Six points lie on a circle, and each two of them are joined by a chord. Into how many regions
do the chords cut the disc at most?*

1. With 1, 2 and 3 points there are 1, 2 and 4 regions. (positive)
2. With 4 points there are 8, with 5 points 16. This looks like doubling. (positive: both numbers are right, and “looks
   like” claims no more than can be seen)
3. Each further point doubles the number of regions, so six points make $2 \cdot 16 = 32$. (negative: here the guess
   is taken for a fact; there are 31)

The first error is step 3 and not step 2, although the wrong idea came up in step 2.
`,
  explanation: String.raw`
- Poor: “Wrong.” Poor: “There are 31.” Neither says what is wrong in the step.
- Good: “Doubling was only seen for up to five points and never shown. The sixth point adds 15 regions, not 16.”
`,
  progress: String.raw`
An example: an equation has been turned into $(x - 8)(x + 2) = 0$, and the error is in reading off the roots: most. It
has been decided to take logarithms on both sides, and the error is in the first use of them: some. The error is in
understanding the problem: none.
`,
  finalAnswer: String.raw`
The form does not matter where the problem asks for none: $\tfrac12$, $0.5$ and $\tfrac{3}{6}$ are the same number. It
does matter where one is asked for (“as a common fraction in lowest terms”). An answer that gives one solution where
there are two, or a pair where a sum was asked for, is negative. Where something is to be proved, the last step is
positive only if the proof is whole.
`,
  badProblem: String.raw`
Without its figure a problem is bad if the figure is needed. If it can be drawn from the words, it is not. A problem that
contradicts itself (a triangle with sides 1, 2 and 5) is bad too; a solution that points out the contradiction may be
rated all the same, and that step is positive.
`,
  example: String.raw`
The problem: *How many positive integers up to 100 are divisible by 4 or by 6?*

| step | rating | because |
|---|---|---|
| 1. We count the multiples of 4 and those of 6, and take out what is counted twice. | positive | a plan that fits |
| 2. There are $100 / 4 = 25$ multiples of 4. | positive | right |
| 3. So far we have found 25 numbers. | neutral | it repeats step 2 |
| 4. There are $\lfloor 100/6 \rfloor = 16$ multiples of 6. | positive | right |
| 5. A number that is divisible by both is divisible by $4 \cdot 6 = 24$, and there are 4 of those. | negative | 12 is divisible by both, and not by 24 |
| 6. The answer is $25 + 16 - 4 = 37$. | unrated | it comes after the first error |

The other options at step 5, each by itself:

| option | rating | because |
|---|---|---|
| 5a. Divisible by both means divisible by 12, and $\lfloor 100/12 \rfloor = 8$. | positive | right, and what is needed |
| 5b. Counted twice are 12, 24, 36, 48, 60, 72, 84 and 96. | positive | another way to the same; both may be positive |
| 5c. A number that is divisible by both is even. | neutral | true, but of no use here |
| 5d. Nothing is counted twice, as 4 and 6 are different. | negative | 12 is |
`,
  exampleExplanation: String.raw`
The mistake: “4 and 6 share the factor 2. Divisible by both means divisible by their least common multiple 12, not by
their product 24: 12 is counted twice, and is no multiple of 24.”
`,
  exampleProgress: String.raw`
How far it had come: most. Both counts are right, and only what is counted twice was left.
`,
  exampleTag: {
    tag: 'wrong-theorem',
    label: 'the product is used where the least common multiple belongs',
  },
  choiceExample: String.raw`
The problem: *Find all real $x$ with $x^2 = 5x - 6$.* The options at step 1:

| option | rating | because |
|---|---|---|
| Bring everything to one side: $x^2 - 5x + 6 = 0$. | positive | right, and a good beginning |
| The equation is quadratic, so it has two solutions at most. | positive | right, and it helps to know when one is done |
| We have to find all $x$ with $x^2 = 5x - 6$. | neutral | it repeats the problem |
| Divide by $x$ and get $x = 5 - 6 = -1$. | negative | the 6 is not divided; $x = -1$ gives $1 = -11$ |

The first is chosen: it is right, and one can go on from it at once.
`,
  writtenExample: String.raw`
Good: “Look for two numbers with the sum 5 and the product 6.” Too much: “So $(x-2)(x-3) = 0$, hence $x = 2$ or $x = 3$,
and the answer is 2 and 3.” That is three steps in one.
`,
  questions: String.raw`
**The step uses a theorem that I do not know.** Look it up. If you find it within half a minute and it applies, this is no
reason against the step. If you do not find it, the step cannot be checked: negative.

**It skips some algebra.** Fine, as long as you see that it is right within half a minute.

**It takes a detour, or heavy tools for an easy problem.** Positive, as long as it is right and can still lead there.

**It rounds.** Fine, if the answer can bear it and the step says so. $\pi = 3.14$ in an exact answer is an error;
$\pi \approx 3.14$ to see which of two numbers is larger is none.

**A letter is used and never introduced.** Fine, if only one meaning is possible. If the step is true in one meaning and
false in another, and both are possible, it is negative.

**It tries values and finds the right one.** Positive, if it also says why there is no other, or if the problem asks for
one only. “We try 7, it fits, so 7 is the only solution” is negative.

**The result is right, and the way to it is wrong.** Negative, where the way goes wrong. “$\frac{16}{64} = \frac14$, as the
sixes cancel” is one: the value is right, and the reason would give $\frac{12}{24} = \frac14$ as well.

**It makes a slip and mends it.** In the same step (“$7 \cdot 8 = 54$, no, $56$”) rate what it comes to in the end. Where only
a later step mends it, the step with the slip is negative.

**It says “clearly”, or “one can show”.** Look at the claim and not at the word. If you see within half a minute that it is
true, it is fine. If it is the very thing that the problem is about, it has to be shown: negative.

**The notation is wrong, and the meaning is clear.** $\sin x^2$ where plainly $(\sin x)^2$ is meant, or an integral without
its $dx$: rate what is meant. If a later step takes it at its word and comes to something false, that step is negative.

**A number or a sign is copied wrongly.** Negative, in the step where it stands first, if what is said there is false: it is
no slip of the pen, for all that follows goes by it.

**It checks what it has found.** Positive, if the check is a true one and could have failed. “So 8 is right” alone is neutral.
`,
}
