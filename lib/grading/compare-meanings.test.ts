import { describe, expect, test } from 'vitest'
import { gradeAnswer } from './grade-answer'

const readPairs = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' ## ') as [string, string])

/** Checks both orders, because the verdict must not depend on which one is the reference. */
function expectVerdict(verdict: string, answer: string, reference: string): void {
  for (const pair of [
    [answer, reference],
    [reference, answer],
  ] as const) {
    const grade = gradeAnswer(...pair)
    expect({ pair, verdict: grade.verdict, reason: grade.reason }).toMatchObject({ verdict })
  }
}

describe('grading by meaning', () => {
  test.each(
    readPairs(String.raw`
\frac 7 8 ## 0.875
\dfrac{14}{16} ## 7/8
-\frac{7}{8} ## \frac{7}{-8}
{7 \over 8} ## \tfrac78
4\frac{1}{3} ## 13/3
4 1/3 ## \frac{13}{3}
0.1\overline{6} ## \frac16
12{,}500 ## 12500
12,\!500 ## 12,500
1.234.567,5 ## 1234567.5
3 \times 10^{-4} ## 0.0003
7e3 ## 7000
− 5 ## -5
2.5 million ## 2500000
3 dozen ## 36
eleven ## 11
\sqrt{45} ## 3\sqrt5
no solution ## \emptyset
35\% ## 0.35
\text{Mon} ## Monday
x > 4 ## (4,\infty)
7, 8, 9 ## 9, 7, 8
\sqrt{7+4\sqrt{3}} ## 2+\sqrt{3}
\sqrt[3]{-27} ## -3
16^{3/4} ## 8
(2+i)(2-i) ## 5
e^{i\pi} ## -1
\log_2 32 ## 5
\ln e^4 ## 4
\binom{6}{2} ## 15
7! ## 5040
\lfloor -2.5 \rfloor ## -3
\sum_{k=1}^{20} k ## 210
\sum_{i=1}^{n} i ## \frac{n(n+1)}{2}
\cos 60^\circ ## \frac12
135^\circ ## \frac{3\pi}{4}
180-3x^\circ ## 180-3x
0.123456790123 ## \frac{10}{81}
(x-4)(x+4) ## x^2-16
2\sin x\cos x ## \sin 2x
1+\tan^2\theta ## \sec^2 \theta
\sin^{-1}(x) ## \arcsin x
3^{2n} ## 9^n
sqrt(x+1)/2 ## \frac{\sqrt{x+1}}{2}
5*x*y ## 5yx
|2-x| ## |x-2|
\frac{x^2-9}{x-3} ## x+3
x = 9 ## 9
9 = x ## x=9
x = 3 + 6 = 9 ## 9
f(x) = 3x-1 ## y = 3x - 1
\frac{dy}{dx} = 6x ## 6x
Area = 24 ## 24
PQ = 24 ## 24
P(2, 3) ## (2,3)
3x - y + 2 = 0 ## y = 3x+2
\frac{x^2}{4}+\frac{y^2}{9}=1 ## 9x^2+4y^2=36
pq = 6 ## p = \frac{6}{q}
x \leqslant 4 ## 4 \ge x
a+b<4 ## b < 4-a
x \in [-1, 6) ## -1 \le x < 6
x \in (4,\infty) ## (4, +\infty)
(5,6)\cup(-\infty,2] ## (-\infty, 2] \cup (5,6)
\{x \mid x > 4\} ## (4,\infty)
\mathbb{R}\setminus\{1\} ## (-\infty,1)\cup(1,\infty)
\{4,5\} ## \{5,4,4\}
4 \text{ or } 5 ## 5, 4
x=4, x=5 ## x = 5, 4
\pm 6 ## 6, -6
2 \pm \sqrt{3} ## 2+\sqrt3, 2-\sqrt3
a = 4, b = 5 ## b=5, a=4
(1,9) \text{ and } (9,1) ## (9,1), (1,9)
\begin{cases} x = 4 \\ y = 5 \end{cases} ## x=4, y=5
(\frac{1}{4}, 2) ## \left(0.25, 2.0\right)
(12,100) ## (12, 100)
\langle 4, 5 \rangle ## (4,5)
\begin{pmatrix} 4 \\ 1/2 \end{pmatrix} ## \begin{bmatrix} 4.0 \\ 0.5 \end{bmatrix}
2\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} ## \begin{pmatrix} 2 & 4 \\ 6 & 8 \end{pmatrix}
\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix} ## -2
3\mathbf{i}-\mathbf{j} ## -\mathbf{j}+3\mathbf{i}
6:4 ## 3:2
302_4 ## 302_{4}
15 kg ## 15
15 square inches ## 15\text{ in}^2
250 cm ## 2.5 m
1 hour 15 minutes ## 75 minutes
\$7.50 ## 7.5
35\% ## 35 percent
9.8\ \mathrm{m/s^2} ## 9.8
\text{(D)} ## D
(D) 42 ## 42
\text{Tuesday} ## tuesday
\boxed{42} ## $42$
\\frac{3}{4} ## \frac{3}{4}
The total is \boxed{\frac{3}{4}}. ## 0.75
so the width of it is $\frac{3}{4}$ ## 0.75
\frac{\sqrt{2}}{2} \approx 0.707 ## \frac{1}{\sqrt{2}}`),
  )('accepts %s for the reference %s', (answer, reference) =>
    expectVerdict('correct', answer, reference),
  )
})

describe('grading different values by meaning', () => {
  test.each(
    readPairs(String.raw`
\frac{7}{8} ## \frac{8}{7}
0.3 ## 1/3
2^{200} ## 2^{201}
10^{-40} ## 3\cdot 10^{-40}
\sqrt{45} ## 5\sqrt3
e^{\pi\sqrt{163}} ## 262537412640768744
\sqrt{3}+10^{-25} ## \sqrt{3}
\frac{355}{113} ## \pi
1.00000000001 ## 1
3+2i ## 3-2i
(x+3)^2 ## x^2+9
2x^2 ## (2x)^2
\frac{1}{2x} ## \frac{x}{2}
x \cdot 10^{-30} ## 2x\cdot 10^{-30}
x = 8 ## x = 9
x = 8 ## y = 9
y = 3x+2 ## y = 3x-2
x^2+y^2=16 ## x^2+y^2=4
(x-3)^2+y^2=9 ## x^2+y^2-6x=1
x > 4 ## x \ge 4
a+b<4 ## a+b>4
(2,5) ## (2,5]
(2,5) ## (5,2)
(2,5) ## [2,5]
(2,5) ## (2,5,8)
(-\infty,2)\cup(5,9) ## (-\infty,2)\cup(5,\infty)
4, 5 ## 4, 6
4, 5 ## 4
\pm 6 ## 6
a = 4, b = 5 ## a=5, b=4
\begin{pmatrix} 4 \\ 1 \end{pmatrix} ## \begin{pmatrix} 1 \\ 4 \end{pmatrix}
\begin{pmatrix} 4 \\ 1 \end{pmatrix} ## 4
6:4 ## 4:6
302_4 ## 302_5
15 kg ## 15 mg
35\% ## 36\%
\infty ## -\infty
\infty ## 7
(D) ## (E)
\text{north} ## \text{south}
\emptyset ## 0
no minimum ## 12
f(1)<f(3)<f(2) ## f(1)<f(2)<f(3)`),
  )('rejects %s for the reference %s', (answer, reference) =>
    expectVerdict('wrong', answer, reference),
  )
})

describe('grading ambiguous values by meaning', () => {
  test.each(
    readPairs(String.raw`
1.73 ## \sqrt{3}
0.67 ## \frac{2}{3}
78.54 ## 25\pi
400 ## 399.6
1.7x ## \sqrt{3}x
(7,8) ## 7, 8
\{7,8\} ## (7,8)
\begin{pmatrix} 7 \\ 8 \end{pmatrix} ## (7,8)
15 apples ## 15 pears
302_4 ## 302
3:2 ## 1.5
x = 8 ## z = 8
x+8 ## z+8
x^2+C ## x^2
\sqrt{x^2} ## x
|x-50| ## 50-x
|x+1000| ## x+1000
y=\max(x,50) ## y=50
\cos(\pi n) ## (-1)^n
1/3x ## \frac{1}{3x}
2,75 ## 2.75
\log 1000 ## 3
5a = 40 ## 8
5a = 40 ## 40
(D) ## 42
\int_0^1 x\,dx ## \frac12
\frac{d}{dx} x^3 ## 3x^2
9^{9^9} ## 1
\frac{{{ ## 1
it may be 5 or more of them ## 6`),
  )('is unsure about %s for the reference %s', (answer, reference) =>
    expectVerdict('unsure', answer, reference),
  )
})
