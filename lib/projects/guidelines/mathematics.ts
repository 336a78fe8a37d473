import type { TemplateGuidelineTexts } from './template-guideline-texts'

export const mathematicsGuidelineTexts: TemplateGuidelineTexts = {
  checkable: String.raw`
You may think for half a minute, use a calculator and look up a known theorem. $37 \cdot 43 = 1591$ can be checked, and so
can “the derivative of $x^2 e^x$ is $(x^2 + 2x)e^x$”. Expanding a product of five brackets in one line can’t be checked,
and neither can “a long but simple calculation gives”. If you want to reach for pen and paper, the step should have been
several steps. Rate it negative.
`,
  ratingExamples: String.raw`
Problem: *What is the smallest $n$ with $2^n > 1000$?*

| step | rating | why |
|---|---|---|
| We need the smallest exponent for which the power of two exceeds 1000. | neutral | restates the problem |
| $2^1 = 2$, $2^2 = 4$, $2^3 = 8$, and so on. Let’s continue until we exceed 1000. | positive | a reasonable approach; it need not be the shortest |
| $2^{8} = 256$ and $2^9 = 512$. | positive | gets closer |
| So $n$ is between 1 and 100. | neutral | true, but too vague to help |
| Since $2^{9} = 512 < 1000 < 1024 = 2^{10}$, the answer is 10. | positive | correct, and it follows |
| $2^{10} = 1000$, so we need $n = 11$. | negative | $2^{10} = 1024$; being close doesn’t count |
`,
  firstError: String.raw`
Example. Problem: *Six points on a circle are joined pairwise by chords. What is the greatest number of regions the
chords can form?*

1. With 1, 2 and 3 points there are 1, 2 and 4 regions. (positive)
2. With 4 points there are 8, and with 5 points 16. This looks like doubling. (positive: both numbers are correct, and
   “looks like” claims nothing more)
3. Each new point doubles the number of regions, so six points give $2 \cdot 16 = 32$. (negative: the guess is now
   treated as a fact; the maximum is 31)

The first error is step 3, although the wrong idea appeared in step 2.
`,
  explanation: String.raw`
- Poor: “Wrong.” Also poor: “There are 31.” Neither says what is wrong with the step.
- Good: “Doubling was only observed for up to five points and never proved. The sixth point adds 15 regions, not 16.”
`,
  progress: String.raw`
Examples: The equation has been transformed into $(x - 8)(x + 2) = 0$, and the error is in reading off the roots: most. The
solution has decided to take logarithms, and the error is in the first application: some. The problem was misunderstood:
none.
`,
  finalAnswer: String.raw`
The form doesn’t matter unless the problem asks for one: $\tfrac12$, $0.5$ and $\tfrac{3}{6}$ are the same number. If the
problem asks for a form (“as a common fraction in lowest terms”), it matters. An answer with one solution where there are
two, or a pair where a sum was asked for, is negative. In a proof, the last step is positive only if the proof is complete.
`,
  badProblem: String.raw`
A problem without its figure is bad if the figure is needed. If you can draw the figure from the text, the problem
is fine. A problem that contradicts itself (a triangle with sides 1, 2 and 5) is bad. If the solution points out the
contradiction, you may rate it instead, and that step is positive.
`,
  example: String.raw`
Problem: *How many positive integers up to 100 are divisible by 4 or by 6?*

| step | rating | why |
|---|---|---|
| 1. We count the multiples of 4 and those of 6, then subtract what was counted twice. | positive | a suitable plan |
| 2. There are $100 / 4 = 25$ multiples of 4. | positive | correct |
| 3. So far we have found 25 numbers. | neutral | repeats step 2 |
| 4. There are $\lfloor 100/6 \rfloor = 16$ multiples of 6. | positive | correct |
| 5. A number divisible by both is divisible by $4 \cdot 6 = 24$, and there are 4 of those. | negative | 12 is divisible by both, but not by 24 |
| 6. The answer is $25 + 16 - 4 = 37$. | unrated | after the first error |

The other options at step 5, each rated on its own:

| option | rating | why |
|---|---|---|
| 5a. Divisible by both means divisible by 12, and $\lfloor 100/12 \rfloor = 8$. | positive | correct and useful |
| 5b. The numbers counted twice are 12, 24, 36, 48, 60, 72, 84 and 96. | positive | another way to the same result; both can be positive |
| 5c. A number divisible by both is even. | neutral | true, but it doesn’t help |
| 5d. Nothing is counted twice, because 4 and 6 are different. | negative | 12 is counted twice |
`,
  exampleExplanation: String.raw`
**Explanation:** “4 and 6 share the factor 2, so divisible by both means divisible by their least common multiple 12, not by
their product 24. For example, 12 is counted twice but is not a multiple of 24.”
`,
  exampleProgress: String.raw`
**Progress:** most. Both counts are correct, and only the overlap was left.
`,
  exampleTag: {
    tag: 'wrong-theorem',
    reason: 'the step uses the product instead of the least common multiple',
  },
  choiceExample: String.raw`
Problem: *Find all real $x$ with $x^2 = 5x - 6$.* The options for step 1:

| option | rating | why |
|---|---|---|
| Move everything to one side: $x^2 - 5x + 6 = 0$. | positive | correct, and a good start |
| The equation is quadratic, so it has at most two solutions. | positive | correct, and it tells us when we are done |
| We need all $x$ with $x^2 = 5x - 6$. | neutral | restates the problem |
| Divide by $x$ to get $x = 5 - 6 = -1$. | negative | the 6 was not divided by $x$; $x = -1$ gives $1 = -11$ |

Choose the first: it is correct, and it is the easiest to continue from.
`,
  writtenExample: String.raw`
Good: “Look for two numbers with sum 5 and product 6.” Too much: “So $(x-2)(x-3) = 0$, hence $x = 2$ or $x = 3$, and the
answer is 2 and 3.” These are three steps in one.
`,
  questions: String.raw`
**The step uses a theorem that I don’t know.** Look it up. If you find it within half a minute and it applies, the step is
fine. If you don’t find it, the step can’t be checked: negative.

**It skips some algebra.** Fine, if you can see within half a minute that it is correct.

**It takes a detour, or uses heavy tools on an easy problem.** Positive, as long as it is correct and can still lead to the
answer.

**It rounds.** Fine, if the answer allows it and the step says so. Using $\pi = 3.14$ in an exact answer is an error. Using
$\pi \approx 3.14$ to see which of two numbers is larger isn’t.

**It uses a letter without introducing it.** Fine, if only one meaning is possible. If two meanings are possible, and the
step is false in one of them, negative.

**It tries values and finds the right one.** Positive, if it also shows that there is no other, or if the problem asks for
only one. “We try 7, it works, so 7 is the only solution” is negative.

**The result is correct, but the reasoning is wrong.** Negative, at the step where the reasoning goes wrong.
“$\frac{16}{64} = \frac14$, because the sixes cancel” is negative: by the same reasoning, $\frac{26}{64}$ would be
$\frac24$.

**It makes a mistake and corrects it.** In the same step (“$7 \cdot 8 = 54$, no, $56$”), rate the final statement. If only
a later step corrects it, the step with the mistake is negative.

**It says “clearly” or “one can show”.** Judge the claim, not the word. If you see within half a minute that it is true, it
is fine. If it is the very thing that the problem asks for, it must be shown: negative.

**The notation is wrong, but the meaning is clear.** Rate what is meant, for example $\sin x^2$ where only $(\sin x)^2$
makes sense, or an integral without its $dx$. If a later step takes the notation literally and concludes something false,
that later step is negative.

**A number or a sign is copied wrongly.** Rate the first step with the wrong value negative, if the value makes that step false. It isn’t a typo,
because everything that follows uses the wrong value.

**It checks its result.** Positive, if the check is valid and could have failed. “So 8 is correct” alone is neutral.
`,
}
