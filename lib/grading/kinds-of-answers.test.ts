import { describe, expect, test } from 'vitest'
import { listWrongVerdicts } from './testing/list-wrong-verdicts'

const kinds: readonly (readonly [kind: string, tables: Record<string, string>])[] = [
  [
    'times of day and ratios',
    {
      correct: String.raw`
        8:05 ## 08:05
        8:05 AM ## 8:05 a.m.
        4 PM ## 4:00 pm
        20:15 ## 8:15 PM
        noon ## 12:00 p.m.
        midnight ## 12 AM
        12:45 AM ## 0:45
        at 9:30 PM ## 21:30
        6 o'clock ## 6:00
        4:6 ## 2:3
        1:2:3 ## 2:4:6
        10:25 ## 2:5
        25:30 ## 5:6
        a:b ## 2a:2b`,
      wrong: String.raw`
        4:00 ## 8:00
        1:00 ## 7:00
        11:00 PM ## 10:00 PM
        6:30 AM ## 6:30 PM
        9:05 ## 9:06
        20:15 ## 21:15
        12:00 ## 6:00
        3:4 ## 4:3
        noon ## midnight`,
      unsure: String.raw`
        0:3 ## 0:4
        6:0 ## 1:0
        8:20 ## 4:10
        10:12 ## 15:18
        4:30 PM ## 4:30
        9:15 ## 21:15
        7 PM ## 7
        5 PM ## 6
        7:30 ## 7.5
        1:45 ## 1 hour 45 minutes`,
    },
  ],
  [
    'equations and their solutions',
    {
      correct: String.raw`
        2^x=16 ## x=4
        x^3=27 ## x=3
        \ln x = 2 ## x=e^2
        x^2-3x+2=0 ## (x-1)(x-2)=0
        2y-4x=6 ## y=2x+3
        xy=12 ## y=\frac{12}{x}
        (x-2)^2=0 ## x=2
        \frac{1}{x}=5 ## x=\frac15
        |x-2|=|x-4| ## x=3
        y^2=4x ## 4x=y^2
        x^2+y^2=9 ## 9-y^2=x^2`,
      wrong: String.raw`
        x^2=16 ## x=5
        x^2-3x+2=0 ## x^2-3x-2=0
        x^2+y^2=9 ## x^2+y^2=8
        y=x^2 ## y=-x^2
        2x+3y=6 ## 3x+2y=6
        x^3=27 ## x=9`,
      unsure: String.raw`
        x^2=16 ## x=4
        x^2=16 ## x=-4
        x^2-7x+12=0 ## x=3
        x^2-7x+12=0 ## x=4
        (x-5)(x+1)=0 ## x=-1
        t^2=3 ## t=\sqrt{3}
        x^3=4x ## x=0
        \cos x=0 ## x=\frac{\pi}{2}
        |x|=6 ## x=6
        x^2+y^2=9 ## y=\sqrt{9-x^2}
        y^2=9x ## y=3\sqrt{x}
        uv=0 ## u=0
        p^2=q^2 ## p=q
        z^4=1 ## z=1
        w^3=8 ## w=2
        (x-40)(x-41)=0 ## x=40
        (x-100)(x-300)=0 ## x=100
        2=5 ## 5
        x=7=8 ## 8
        2+2=5 ## 5`,
    },
  ],
  [
    'sentences',
    {
      correct: String.raw`
        the number of ways is 35 ## 35
        so the total cost is $12.50 ## 12.5
        we get $\frac{2}{5}$ ## 0.4
        the length of the side equals 7 ## 7
        it is therefore 18 ## 18
        There are 24 ## 24`,
      unsure: String.raw`
        at least 12 ## 12
        at most 12 ## 12
        more than 12 ## 12
        fewer than 12 ## 12
        up to 12 ## 12
        almost 12 ## 12
        not 12 ## 12
        it is not 12 ## 12
        the total isn't 12 ## 12
        the answer may be 12 ## 12
        anything except 12 ## 12
        12 less than 20 ## 20
        half of 12 ## 12
        the square of 12 ## 12
        twelve times 3 ## 3
        a third of 12 ## 12
        a loss of 12 ## 12
        increased by 12 ## decreased by 12
        15% more than 12 ## 12
        x is at least 12 ## x is at most 12
        profit of 12 ## loss of 12
        it is false that x is 12 ## 12`,
    },
  ],
  [
    'units, and words after a number',
    {
      correct: String.raw`
        72 km/h ## 20 m/s
        3 gallons ## 12 quarts
        2 pints ## 1 quart
        5 hectares ## 50000 m^2
        3 tonnes ## 3000 kg
        2 L ## 2000 cm^3
        4 kJ ## 4000 J
        12 N ## 12 kg m/s^2
        6 Hz ## 6 s^{-1}
        45 mph ## 45 miles per hour
        9\,\mathrm{m/s} ## 9 \text{ m s}^{-1}
        3 yards ## 9 feet
        90 square feet ## 10 square yards
        2 kg ## 2000 grams
        32 ounces ## 2 pounds
        3 weeks ## 21 days
        USD 15 ## \$15
        \$2.5k ## \$2500
        7 hundredths ## 0.07
        3 tenths ## 0.3
        12 eggs ## 12
        25 degrees Celsius ## 25^\circ
        \frac{\pi}{3} radians ## 60^\circ
        3 feet long ## 3 feet
        half an hour ## 30 minutes`,
      wrong: String.raw`
        5 m ## 5 cm
        9 inches ## 9 feet
        10 mph ## 10 km/h
        5 radians ## 5^\circ
        30 minutes ## 3 hours
        15 apples ## 16 apples
        4 m^2 ## 400 cm^2`,
      unsure: String.raw`
        25^\circ C ## 25^\circ F
        77^\circ F ## 25^\circ C
        10\% increase ## 10\% decrease
        10\% off ## 10\%
        9 miles north ## 9 miles south
        3 steps left ## 3 steps right
        \$20 profit ## \$20 loss
        4 green cubes ## 4 white cubes
        2 cups of rice ## 2 cups of milk
        6 days ago ## 6 days
        7 points ## 7 pounds
        8 pairs ## 16
        8 pairs of socks ## 16 socks
        2 score ## 40
        1 year ## 365 days
        3 MB ## 3000 KB
        12 candies ## 15 sweets
        4 cm^2 ## 4 cm^3
        -60^\circ ## 300^\circ
        5 percentage points ## 5\%
        3k ## 3000
        3K ## 3000
        4 years older ## 4
        4 squared ## 4`,
    },
  ],
  [
    'letters in an order',
    {
      correct: String.raw`
        ab ## ba
        2xy ## 2yx
        xy+z ## z+yx
        3a^2b ## 3ba^2
        \text{HT} ## HT
        AB ## AB`,
      wrong: String.raw`
        HHT ## HHH
        ABDE ## XYZW
        \frac{dy}{dx} ## \frac{y}{x}
        \frac{dy}{dt}=3 ## \frac{y}{t}=3
        \frac{\Delta v}{\Delta t} ## \frac{v}{t}
        \mathbb{Q} ## \mathbb{Z}`,
      unsure: String.raw`
        HT ## TH
        BACD ## ABCD
        CBA ## ABC
        EDCBA ## ABCDE
        p q r ## r q p
        NM ## MN
        HH ## H^2
        \mathbf{MN} ## \mathbf{NM}
        \mathbf{u}\times\mathbf{v} ## \mathbf{v}\times\mathbf{u}
        \vec{u}\times\vec{v} ## \vec{v}\times\vec{u}
        \vec{u}\cdot\vec{v} ## \vec{u}\times\vec{v}
        M^{-1}N ## NM^{-1}
        MN-NM ## 0
        g\circ f ## f\circ g
        u\star v ## v\star u
        \|u\| ## |u|
        \frac{\partial z}{\partial x} ## \frac{\partial z}{\partial y}
        \frac{d}{dt} ## \frac{1}{t}`,
    },
  ],
  [
    'and, or, and sets in sets',
    {
      correct: String.raw`
        x=4 \text{ or } x=7 ## x=4, x=7
        3 or 8 ## 3, 8
        a=1 and b=2 ## a=1, b=2
        a=1 \land b=2 ## a=1,b=2
        x<1, x>4 ## x<1 \text{ or } x>4
        x>1 and x<4 ## 1<x<4
        \{\{3\},4\} ## \{4,\{3\}\}
        \{7\} ## 7
        (x,y)=(3,8) ## x=3, y=8
        (x,y)=(3,8) ## (3,8)`,
      wrong: String.raw`
        \{\{3\},4\} ## \{3,4\}
        \{\{3\},\{4\}\} ## \{3,4\}
        x>2 and x>5 ## x>2 or x>5
        (x,y)=(3,8) ## x=8, y=3`,
      unsure: String.raw`
        a=1 or b=2 ## a=1 and b=2
        a=1 or b=2 ## a=1, b=2
        x<1 and x>4 ## x<1 or x>4
        x>2 or x>5 ## x>2, x>5
        p\lor q ## p\land q
        p\land q ## p, q
        \{3\},\{4\} ## \{3,4\}
        6, 6 ## 6
        [2,\infty] ## [2,\infty)
        (\pm 2,\pm 3) ## (2,3),(-2,-3)
        \neg p ## p
        p ⟹ q ## p ⟺ q
        A ⊂ B ## A ⊃ B
        a ∥ b ## a ⊥ b`,
    },
  ],
]

describe.each(kinds)('%s', (_kind, tables) => {
  test.each(Object.entries(tables))('gives every listed pair the verdict %s', (verdict, table) => {
    expect(listWrongVerdicts(verdict, table)).toEqual([])
  })
})
