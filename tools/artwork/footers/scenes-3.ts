import { face } from './face.ts';
import { guy, legs } from './guy.ts';
import { at, box, circle, ellipse, flat, gleam, hand, hue, limb, line, shade, shape, shoe } from './pen.ts';
import { potato } from './props.ts';
import type { Scene } from './scene.ts';
import { bubble, field, floor, words } from './stage.ts';

function spread(): readonly string[] {
  const glove = (x: number, y: number, mirrored: boolean) =>
    at(
      x,
      y,
      shape('M-30 20C-40-6-30-36 0-36C32-36 40-10 32 12L26 34H-22Z', hue.red) +
        line('M-30 4C-14 14-8-2-14-14M-22 26H26', 5) +
        gleam('M4-26Q20-24 24-8', 5, 0.5),
      0,
      [mirrored ? -1 : 1, 1],
    );
  const toast =
    limb('M-34 92V142M34 92V142', '#c98a3d') +
    shoe(-36, 146, 0, true) +
    shoe(36, 146) +
    shape(
      'M-84 100V-20C-124-50-104-104-50-104H50C104-104 124-50 84-20V100Q84 110 74 110H-74Q-84 110-84 100Z',
      '#b9722c',
    ) +
    flat(shape('M-66 92V-28C-98-52-84-88-46-88H46C84-88 98-52 66-28V92Z', '#f3cf8e')) +
    at(0, 2, face('smug', { lid: '#dcae66', look: [-7, 0] }));
  const knife =
    shape('M-14 0C-18-60-24-130 0-180C18-150 22-70 14 0Z', hue.steel) +
    gleam('M-4-30Q-8-100 0-140', 6, 0.8) +
    box(-17, -2, 34, 112, 15, '#2f7d5b') +
    shape('M-22-170C-34-160-34-140-20-136C-16-120 0-124 0-136C18-134 22-160 12-176Z', '#ffe680');
  return [
    field(330, 600),
    at(490, 306, knife, 76, 1.12),
    limb('M206 176Q150 160 130 110', '#c98a3d') + limb('M380 190Q430 210 452 176', '#c98a3d'),
    at(292, 186, toast),
    glove(124, 92, true) + glove(462, 158, false),
    line('M516 136L542 118M524 166H552M496 112L508 86', 7),
    bubble(796, 100, [396, 118], ['I ALWAYS BEAT', 'THE SPREAD.'], { size: 31 }),
  ];
}

function hail(): readonly string[] {
  const stones = [
    [96, 70, 13],
    [150, 196, 11],
    [52, 262, 10],
    [180, 50, 9],
    [492, 248, 12],
    [516, 60, 13],
    [462, 316, 10],
    [112, 322, 12],
    [560, 320, 13],
  ] as const;
  const umbrella =
    line('M0-20V120', 12) +
    line('M0-20V120', 4, hue.steel) +
    shape(
      'M-150 0C-150-84-80-120 0-120C80-120 150-84 150 0Q112-26 76 0Q38-26 0 0Q-38-26-76 0Q-112-26-150 0Z',
      hue.red,
    ) +
    shape('M-76 0C-70-70-36-112 0-120C36-112 70-70 76 0Q38-26 0 0Q-38-26-76 0Z', hue.white) +
    line('M0-120V-134');
  return [
    floor(300, 460, '#5b7fb0'),
    guy(276, 210, {
      mood: 'nervous',
      look: [2, -8],
      back: legs + limb('M-68 16Q-110 50-100 86') + hand('palm', -98, 96, 190),
      scale: 0.86,
    }),
    at(352, 146, umbrella, 6, 0.94),
    limb('M334 220Q372 244 354 240') + hand('fist', 346, 236),
    ...stones.map(([x, y, r]) => circle(x, y, r, hue.ice)),
    line(stones.map(([x, y]) => `M${x} ${y - 26}v-14`).join(''), 5),
    bubble(764, 176, [410, 206], ["COACH SAID: IT'S TIME", 'FOR A HAIL MARY.', "WHERE'S MARY?"], { size: 27 }),
  ];
}

function sack(): readonly string[] {
  const bag =
    shape('M-92-20C-120 60-118 120-100 150H100C118 120 120 60 92-20Q46 6 0-4Q-46 6-92-20Z', '#c9a063') +
    shade('M92-20C120 60 118 120 100 150H10Q96 100 70-10Z') +
    line('M-92-20Q-46 6 0-4Q46 6 92-20M-78 26L-70 40M84 30L78 46M-60 120L-46 130', 6) +
    words(['SPUDS'], 0, 76, { size: 32, punch: '#6d4a1c' });
  return [
    floor(330, 600, '#7a4b22'),
    guy(270, 154, { mood: 'sad', look: [8, 4], back: limb('M-66 0Q-112 10-96 44M66 0Q112 10 96 44') }),
    at(270, 190, bag),
    hand('fist', 178, 190) + hand('fist', 362, 190),
    at(500, 288, potato('proud'), 8),
    at(96, 300, potato('silly'), -10, 0.8),
    line('M270 30V18M230 34L224 24M310 34L316 24', 6),
    bubble(512, 92, [352, 126], ['SACKED', 'AGAIN.'], { size: 27 }),
    bubble(790, 214, [566, 272], ['WELCOME', 'TO THE TEAM,', 'SPUD.'], { size: 27, punch: hue.forest }),
  ];
}

function wings(): readonly string[] {
  const wing =
    'M-34 10C-44-16-20-36 4-26C16-22 22-14 34-16L48-26C58-30 62-18 54-14C64-12 60 0 50-2L36-2C30 12 16 30-6 28C-20 28-30 22-34 10Z';
  const bucket =
    at(-46, -62, shape(wing, '#d9772b'), -50) +
    at(36, -66, shape(wing, '#c9651d'), -100) +
    at(0, -70, shape(wing, '#e08a3c'), -76) +
    shape('M-80-50H80L62 84H-62Z', hue.white) +
    shape('M-48-50H-16L-14 84H-40ZM16-50H48L40 84H14Z', hue.red) +
    box(-88, -62, 176, 22, 8, hue.white);
  const scale =
    shape('M-110 0Q-110-24-86-24H86Q110-24 110 0V16H-110Z', hue.steel) +
    shape('M-44-24A44 34 0 0 1 44-24Z', hue.white) +
    line('M0-26L24-44', 5, hue.red);
  return [
    floor(430, 800, '#7fc4c9'),
    at(250, 336, scale),
    guy(250, 170, {
      mood: 'shocked',
      look: [0, 9],
      scale: 0.9,
      back: limb('M-36 84V132M36 84V132') + shoe(-40, 134, 0, true) + shoe(40, 134),
      front:
        line('M-62 56Q0 86 62 56', 20) +
        line('M-62 56Q0 86 62 56', 9, '#2a3145') +
        box(-17, 56, 34, 28, 5, hue.amber) +
        hand('palm', -96, 10, -70) +
        hand('palm', 96, 10, 70),
    }),
    line('M330 300L350 288M338 322H362M170 300L150 288M162 322H138', 5),
    at(640, 272, bucket, 0, 0.86),
    at(754, 334, shape(wing, '#f1e2bd'), 10, 0.7) + at(500, 338, shape(wing, '#f1e2bd'), -16, 0.6),
    bubble(590, 74, [350, 112], ['TIGHT END?', 'BLAME THE WINGS.'], { size: 28 }),
  ];
}

function snail(): readonly string[] {
  const helmet =
    shape('M96 40C100-60 40-118-30-118C-110-118-150-50-140 20C-136 50-120 66-100 70H70Q92 64 96 40Z', hue.blue) +
    flat(
      shape(
        'M-30-118C-8-118 12-112 30-102C-40-92-84-30-78 70H-100C-136 60-146 0-130-46C-112-94-74-118-30-118Z',
        '#fff',
        ' fill-opacity=".14"',
      ),
    ) +
    line('M92 20C90-60 44-98-20-98C-80-98-124-50-118 40', 14, hue.white) +
    shade('M-138 20Q-20 74 96 40Q92 64 70 70H-100C-124 62-134 46-138 20Z') +
    circle(20, 28, 20, hue.ink) +
    circle(20, 28, 12, '#2a3145') +
    words(['00'], -44, -16, { size: 46, punch: hue.white });
  const body =
    'M-190 96Q-196 120-170 120H200C250 120 262 70 250 20C244-10 190-8 190 24C196 60 180 70 150 70H-100Q-170 70-190 96Z';
  return [
    field(400, 780),
    at(
      300,
      228,
      line('M206 10L190-64M238 6L256-62', 15) +
        line('M206 10L190-64M238 6L256-62', 5, '#b7d65c') +
        shape(body, '#b7d65c') +
        shade('M-190 96Q-196 120-170 120H200C230 120 246 100 252 72Q220 104 180 102H-100Q-160 100-190 96Z') +
        circle(188, -72, 20, hue.white) +
        circle(258, -72, 20, hue.white) +
        flat(circle(194, -70, 9, hue.ink) + circle(264, -70, 9, hue.ink)) +
        line('M206 50Q224 66 244 46') +
        helmet,
    ),
    line('M20 330H66M8 300H50M30 268H62', 6),
    bubble(776, 96, [590, 170], ['HURRY-UP OFFENSE!', 'SNAP IN 3... 2... MAY.'], { size: 24 }),
  ];
}

function fortune(): readonly string[] {
  const ball =
    shape('M-64 54H64L80 84H-80Z', '#7a4b22') +
    circle(0, 0, 74, '#bfe3ff') +
    shade('M70-24C80 40 30 78-20 72Q50 50 70-24Z', 0.12) +
    at(0, 4, guy(0, 0, { mood: 'dizzy', lying: true, scale: 0.42 }), -14) +
    gleam('M-48-30Q-36-54-10-60', 9, 0.9);
  const cap =
    shape('M-62-48C-58-98-32-124 0-124C32-124 58-98 62-48Q0-70-62-48Z', hue.turf) +
    shape('M6-64Q84-84 116-50Q84-46 62-48Q36-60 6-62Z', hue.forest) +
    circle(0, -124, 8, hue.amber);
  const headset =
    line('M-72-2C-86-146 86-146 72-2', 17) +
    line('M-72-2C-86-146 86-146 72-2', 6, hue.steel) +
    ellipse(-72, 2, 15, 25, hue.slate) +
    ellipse(72, 2, 15, 25, hue.slate) +
    line('M-70 26Q-64 70-36 68', 6) +
    circle(-32, 67, 9, hue.navy);
  const star = 'M0-14L4-4L14 0L4 4L0 14L-4 4L-14 0L-4-4Z';
  return [
    floor(340, 560, '#6b46c1'),
    guy(232, 196, {
      mood: 'nervous',
      look: [9, 5],
      back: limb('M-64 10Q-116 20-104 62M60 6Q110 0 128 20'),
      front: cap + headset,
    }),
    shape('M96 286H584L604 346H76Z', hue.wood) +
      shade('M82 328H598L604 346H76Z') +
      at(
        300,
        312,
        shape('M-60-16H52L62 18H-68Z', hue.white) + line('M-40-4L-28 8M-28-4L-40 8M-6 2H20L34-8M24-10L34-8L32 2', 4),
      ),
    at(450, 216, ball),
    hand('fist', 130, 262) + hand('palm', 362, 216, 66),
    at(110, 110, shape(star, hue.amber)) +
      at(350, 80, shape(star, hue.white)) +
      at(556, 190, shape(star, hue.amber), 0, 1.3) +
      at(420, 100, shape(star, hue.amber), 0, 0.8),
    bubble(764, 92, [330, 130], ['I SEE 3 RIGHT...', 'AND 13 VERY WRONG.'], { size: 28 }),
  ];
}

export const scenes3: readonly Scene[] = [
  { name: 'toast', title: 'A toast with boxing gloves: I always beat the spread.', draw: spread },
  { name: 'hail', title: 'Under an umbrella in the hail: where is Mary?', draw: hail },
  { name: 'sack', title: 'Sacked again, among potatoes.', draw: sack },
  { name: 'wings', title: 'Tight end? Blame the wings.', draw: wings },
  { name: 'snail', title: 'A snail runs the hurry-up offense.', draw: snail },
  { name: 'fortune', title: 'A coach sees the week in a crystal ball: 3 right and 13 very wrong.', draw: fortune },
];
