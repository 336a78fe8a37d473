import { describe, expect, test } from 'vitest'
import { listWrongVerdicts } from './testing/list-wrong-verdicts'

const kinds: readonly (readonly [kind: string, tables: Record<string, string>])[] = [
  [
    'notations of numbers',
    {
      correct: String.raw`
        0.\dot{4} ## \frac49
        0.\dot{1}\dot{8} ## \frac{2}{11}
        0.\dot{0}7\dot{4} ## \frac{2}{27}
        0.8\dot{3} ## \frac56
        0.(6) ## \frac23
        2.1(6) ## 2.1\overline{6}
        0.777\ldots ## \frac79
        0.4545... ## \frac{5}{11}
        3.999\dots ## 4
        0.\overline{27} ## 0.2727\dots
        1101_2 ## 13
        3F_{16} ## 63
        BEEF_{16} ## 48879
        2A_{12} ## 34
        (77)_8 ## 63
        110_{\text{two}} ## 6
        777 base 8 ## 511
        0xFF ## 255
        55^o ## 55
        \tan 45^o ## 1
        70^{o} ## 70^\circ
        15\degree ## 15
        20^\circ 30' ## 20.5^\circ
        4~500 ## 4500
        7'250'000 ## 7250000
        9_000_000 ## 9000000
        \underline{36} ## 36
        (4,\!7) ## (4,7)
        0{,}375 ## 0.375
        3.1 x 10^4 ## 31000
        +/- 7 ## \pm 7
        ]2,5[ ## (2,5)
        thirty-four ## 34
        a dozen ## 12
        two hundred and six ## 206
        two and a half ## 2.5
        three fifths ## 0.6
        5 and a half ## 5.5
        fifteen marbles ## 15
        4th ## fourth
        twenty-first ## 21st
        2.5(3)x ## 7.5x
        7!! ## 105`,
      wrong: String.raw`
        0.\dot{4} ## 0.\dot{5}
        0.777\ldots ## 0.7
        1101_2 ## 1101_3
        3F_{16} ## 64
        0.12 ## 12
        thirty-four ## 43
        4th ## fifth
        7!! ## 7!`,
      unsure: String.raw`
        2.718\ldots ## e
        0.36\ldots ## \frac{4}{11}
        3, 6, \ldots ## 3, 6
        1+2+\cdots+20 ## 210
        0,375 ## 375
        0,375 ## 0.375
        3,450 ## 3, 450
        23,45,678 ## 2345678
        (2,500) ## 2500
        2.500 ## 2500
        4 and 1/3 ## \frac{13}{3}
        1101_2 ## 1101
        4th ## 4
        28 mpg ## 28
        twice ## 2
        third ## \frac13
        e^{-2000} ## 0
        (y+3)^{90000} ## 0
        8 3 ## 83
        (-27)^{1/3} ## -3
        \cos 60 ## \frac12
        \phi ## \frac{1+\sqrt{5}}{2}`,
    },
  ],
  [
    'vectors and complex numbers',
    {
      correct: String.raw`
        4\hat{i}-\hat{j} ## \langle 4,-1\rangle
        \hat{\imath}+3\hat{\jmath} ## (1,3)
        2\mathbf{i}+5\mathbf{k} ## (2,0,5)
        \vec{i}-\vec{j} ## \begin{pmatrix}1\\-1\end{pmatrix}
        \overline{4-3i} ## 4+3i
        \overline{a+bi} ## a-bi`,
      wrong: String.raw`
        4\hat{i}-\hat{j} ## \langle 4,1\rangle
        2\mathbf{i}+5\mathbf{k} ## (2,5)
        \overline{4-3i} ## 4-3i`,
      unsure: String.raw`
        4i-j ## (4,-1)
        4+3j ## 4+3i
        z\bar{z} ## |z|^2
        \overline{A+B} ## A+B
        \overline{z+1} ## z+1
        \bar{z} ## z`,
    },
  ],
  [
    'words and choices',
    {
      correct: String.raw`
        impossible ## not possible
        unequal ## not equal
        6\text{ (C)} ## C
        6 (C) ## 6
        (B) ## \textbf{(B) } 17`,
      wrong: String.raw`
        not prime ## prime
        rational ## irrational
        equal ## not equal
        converges ## never converges
        (A) and (C) ## A
        (B) 17 ## (D)`,
      unsure: String.raw`
        not even ## odd
        (B) 17 ## (B) 18
        (B) is wrong ## B
        ¬p ## p
        x̄ ## x
        a@b ## a#b
        diverges ## \infty
        ∇f ## f`,
    },
  ],
]

describe.each(kinds)('%s', (_kind, tables) => {
  test.each(Object.entries(tables))('gives every listed pair the verdict %s', (verdict, table) => {
    expect(listWrongVerdicts(verdict, table)).toEqual([])
  })
})
