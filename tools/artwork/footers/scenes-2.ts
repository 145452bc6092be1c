import { referee, sleeve } from './cast.ts';
import { face } from './face.ts';
import { guy } from './guy.ts';
import { at, box, circle, ellipse, flat, gleam, hand, hue, limb, line, shade, shape, shoe } from './pen.ts';
import { beer, couch, cup } from './props.ts';
import type { Scene } from './scene.ts';
import { bubble, field, floor, words } from './stage.ts';

function bus(): readonly string[] {
  const wheel = (x: number) => circle(x, 306, 42, '#2a3145') + circle(x, 306, 19, hue.steel);
  const window = (x: number, inside: string) => box(x, 96, 92, 82, 12, hue.ice) + inside;
  const body =
    shape('M50 74Q50 52 72 52H520Q548 52 556 78L574 180Q626 186 636 214L642 300H50Z', hue.amber) +
    shade('M50 240H638L642 300H50Z') +
    line('M52 214H636', 9) +
    line('M52 236H638', 4) +
    shape('M470 96H526L544 178H470Z', hue.ice) +
    ellipse(626, 246, 13, 19, hue.cream) +
    box(606, 280, 52, 20, 10, hue.slate) +
    gleam('M76 66H510', 6);
  const rider = (x: number, mood: 'happy' | 'asleep') => guy(x, 141, { mood, scale: 0.36 });
  return [
    floor(370, 700, '#4b5878'),
    body,
    window(84, rider(130, 'asleep')),
    window(208, rider(254, 'happy')),
    window(332, ''),
    guy(500, 144, { mood: 'proud', scale: 0.36 }),
    line('M478 190Q500 172 526 178', 9),
    box(220, 248, 250, 40, 8, hue.white) + words(['THE PICK BUS'], 345, 268, { size: 24, punch: hue.ink }),
    wheel(160),
    wheel(530),
    line('M34 300H12M34 270H20', 6),
    bubble(826, 106, [586, 126], ['FORGOT', 'YOUR PICKS?', 'HOP ON.'], { size: 29, punch: hue.forest }),
  ];
}

function dustyCup(): readonly string[] {
  const web =
    'M212 92L160 104M212 92L166 146M212 92L200 168M186 98Q190 110 190 118Q198 124 206 128M172 102Q178 118 177 134Q190 144 203 148';
  const spider =
    line('M0-86V0', 3) +
    line('M-10 4Q-26-6-28 10M-10 10Q-24 8-24 22M10 4Q26-6 28 10M10 10Q24 8 24 22', 4) +
    circle(0, 8, 14, '#4b3a66') +
    flat(
      circle(-5, 5, 4, hue.white) + circle(5, 5, 4, hue.white) + circle(-5, 6, 2, hue.ink) + circle(5, 6, 2, hue.ink),
    );
  return [
    floor(300, 500, '#8b6fc0'),
    box(170, 262, 260, 84, 10, '#7a4b22') +
      box(196, 284, 208, 40, 6, hue.amber) +
      words(['CHAMPION'], 300, 304, { size: 22, punch: hue.ink }),
    at(300, 262, cup() + at(0, -142, face('bored', { lid: '#e8a11c', look: [8, 0] }))),
    line(web, 3),
    at(418, 190, spider),
    line('M470 250Q486 240 500 250T530 250M84 216Q98 206 112 216T140 216', 4, '#9a94ad'),
    bubble(744, 150, [440, 128], ['NEXT YEAR, YOU SAID.', 'TWELVE YEARS AGO.']),
  ];
}

function goingDeep(): readonly string[] {
  const chip =
    shape('M0-84Q14-84 26-62L90 46Q98 66 76 68H-76Q-98 66-90 46L-26-62Q-14-84 0-84Z', '#ffc04a') +
    shade('M26-62L90 46Q98 66 76 68H-10Q60 40 26-62Z', 0.14) +
    flat(
      circle(-52, 40, 5, '#d9861c') +
        circle(56, 52, 5, '#d9861c') +
        circle(-8, -54, 5, '#d9861c') +
        circle(28, -26, 4, '#d9861c'),
    ) +
    at(0, 6, face('proud', { cheeks: false }), 0, 0.84);
  const bowl =
    ellipse(0, 0, 170, 36, '#7ac943') +
    flat(
      ellipse(-40, -6, 60, 9, '#a6e070') +
        circle(60, 8, 9, '#4f9a2a') +
        circle(-90, 10, 7, '#4f9a2a') +
        circle(8, 14, 6, hue.red),
    ) +
    shape('M-170 0Q-150 124-70 130H70Q150 124 170 0Q110 36 0 36Q-110 36-170 0Z', '#d9773b') +
    line('M-148 52L-116 78L-84 60L-52 84L-20 64L14 86L46 64L80 82L112 60L146 56', 7, hue.cream) +
    gleam('M-136 44Q-126 92-92 108', 7, 0.3);
  return [
    floor(420, 780, '#a9683a'),
    line('M90 346V160M170 346V160', 18) +
      line('M90 346V160M170 346V160', 7, hue.steel) +
      line('M92 216H168M92 272H168M92 324H168', 9),
    box(50, 140, 210, 20, 8, hue.sky),
    line('M250 112Q262 60 306 36M276 128Q284 98 306 82', 6),
    at(
      424,
      118,
      limb('M-16-66Q-34-104-22-136M16-66Q20-104 26-132M-40 62Q-50 90-40 116M36 62Q50 86 44 112', '#d9861c') +
        chip +
        hand('palm', -20, -146, -4) +
        hand('palm', 30, -142, 8) +
        shoe(-38, 120, 60, true) +
        shoe(42, 118, -50),
      118,
      0.78,
    ),
    at(640, 216, bowl),
    line('M520 190Q508 168 492 166M760 190Q772 168 788 166', 6),
    bubble(780, 78, [520, 92], ['COVER ME.', "I'M GOING DEEP."], { size: 30 }),
  ];
}

function review(): readonly string[] {
  const chart =
    line('M0 100V192', 20) +
    line('M0 100V192', 8, hue.steel) +
    box(-108, -142, 216, 252, 12, hue.white) +
    words(['TD'], 0, -88, { size: 60, punch: hue.ink }) +
    words(['O U T'], 0, -14, { size: 36, punch: hue.ink }) +
    words(['G O O D ?'], 0, 38, { size: 24, punch: hue.ink }) +
    line('M-72 70H72M-50 88H50', 6, '#9aa6bb');
  const squinting = referee(436, 98, {
    mood: 'nervous',
    look: [8, 0],
    scale: [-1, 1],
    back: sleeve('M44 76Q96 110 128 60'),
    front: hand('point', 140, 44, 56) + sleeve('M-50 80Q-104 70-80-4') + hand('palm', -68, -26, 30),
  });
  return [
    field(330, 610),
    at(160, 152, chart),
    squinting,
    bubble(784, 128, [508, 104], ['UPON FURTHER', 'REVIEW...', 'I NEED GLASSES.'], { size: 27 }),
  ];
}

function foamFinger(): readonly string[] {
  const finger =
    shape(
      'M-66 150L-78 104C-118 88-150 40-140 8C-132-14-104-12-98 8Q-94 24-84 28L-80-146C-78-202 6-202 8-146L12-20L120 0L116 76C114 112 94 120 90 150Z',
      hue.red,
    ) +
    box(10, -56, 40, 90, 19, hue.red) +
    box(48, -52, 40, 86, 19, hue.red) +
    box(86, -42, 36, 74, 17, hue.red) +
    shade('M104-40C120-40 122-30 122-20V16C122 60 114 112 94 150H62Q104 90 102 32Z', 0.16) +
    gleam('M-62-140L-66-10', 9, 0.35) +
    line('M-84 28Q-78 46-64 52', 6) +
    at(-36, -112, face('proud', { cheeks: false }), 0, 0.74) +
    words(['#1'], 18, 86, { size: 70, punch: hue.white }) +
    box(-78, 138, 180, 34, 10, hue.white);
  return [
    floor(760, 360, '#4b5878'),
    at(752, 188, finger, 6, 0.9),
    line('M668 30Q652 26 644 14M658 74Q638 74 628 68M800 26Q814 20 820 8M808 68Q826 68 836 60', 6),
    bubble(330, 150, [676, 150], ["WE'RE NUMBER ONE!", "I CAN'T COUNT ANY HIGHER."], { size: 27 }),
  ];
}

function timeout(): readonly string[] {
  const set =
    line('M-30-100L-70-150M30-100L70-150', 6) +
    box(-130, -104, 260, 190, 24, '#7a4b22') +
    box(-108, -84, 180, 150, 18, '#12203f') +
    shape('M-106 20H70V48Q70 64 54 64H-90Q-106 64-106 48Z', hue.turf) +
    line('M-60 24L-70 60M-18 24V62M24 24L34 60', 4, hue.white) +
    at(-18, -20, guy(0, 0, { mood: 'happy', lying: true, scale: 0.4 }), -16) +
    circle(100, -50, 12, hue.amber) +
    circle(100, -10, 12, hue.steel) +
    line('M88 24H112M88 40H112M88 56H112', 4);
  const lounging = guy(536, 190, {
    mood: 'tired',
    look: [-7, 0],
    lying: true,
    turn: -6,
    back: limb('M80 40Q140 50 156 76'),
    front:
      limb('M-60 50Q-116 76-136 36') +
      box(-154, -14, 22, 46, 6, '#2a3145') +
      flat(circle(-143, -4, 4, hue.red)) +
      hand('fist', -142, 32),
  });
  return [
    floor(450, 850, '#8a4b5a'),
    line('M92 290L76 342M226 290L242 342', 12),
    at(160, 206, set),
    couch(548, 346),
    lounging,
    limb('M510 258Q486 292 480 326M566 262Q548 300 548 326') + shoe(478, 330, 0, true) + shoe(546, 330, 0, true),
    at(702, 226, beer()),
    hand('fist', 694, 246),
    bubble(838, 84, [646, 124], ['I CAN STOP', 'ANY TIMEOUT.'], { size: 26 }),
  ];
}

export const scenes2: readonly Scene[] = [
  { name: 'bus', title: 'Forgot your picks? Hop on the pick bus.', draw: bus },
  { name: 'cup', title: 'A dusty cup waits: next year, you said, twelve years ago.', draw: dustyCup },
  { name: 'dip', title: 'A chip dives into the dip: I am going deep.', draw: goingDeep },
  { name: 'review', title: 'The referee upon further review: I need glasses.', draw: review },
  { name: 'finger', title: 'A foam finger says number one, and counts no higher.', draw: foamFinger },
  { name: 'timeout', title: 'On the couch: I can stop any timeout.', draw: timeout },
];
