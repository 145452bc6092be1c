import { referee, sleeve } from './cast.ts';
import { face } from './face.ts';
import { guy, legs } from './guy.ts';
import { at, box, circle, ellipse, flat, gleam, hand, hue, limb, line, shade, shape } from './pen.ts';
import { cup } from './props.ts';
import type { Scene } from './scene.ts';
import { bubble, field, floor, words } from './stage.ts';

function zebra(): readonly string[] {
  const foal =
    line('M104 66Q140 70 138 116', 12) +
    shape('M130 108Q146 104 148 120Q144 148 132 150Q122 130 130 108Z', '#2a3145') +
    line('M-40 120V196M-8 124V196M66 124V196M98 118V196', 30) +
    line('M-40 120V190M-8 124V190M66 124V190M98 118V190', 18, hue.white) +
    line('M-40 192V200M-8 192V200M66 192V200M98 192V200', 26) +
    shape('M-60 60C-60 20 90 26 110 70C120 110 100 140 60 138H-30C-60 136-66 100-60 60Z', hue.white) +
    flat(
      shape(
        'M-10 36L10 36L4 86ZM30 38L50 40L38 96ZM66 44L84 50L66 98ZM-20 138L-4 138L-10 98ZM22 138L40 138L28 106ZM60 138L78 136L64 112Z',
        '#2a3145',
      ),
    ) +
    shape('M-100-96L-60-70L-20-20L-6 40L-40 60L-90 20Z', hue.white) +
    flat(shape('M-40-44L-16-14L-56 2ZM-20-2L-8 26L-50 24Z', '#2a3145')) +
    shape('M-76-110C-50-116-20-70-4-8C10-16 4-60-20-92C-40-116-66-124-76-110Z', '#2a3145') +
    shape('M-58-92L-44-134L-30-84ZM-104-92L-112-134L-84-98Z', hue.white) +
    shape('M-82-104C-40-108-26-70-34-30C-40 6-70 30-104 30C-136 30-144 0-134-24C-124-60-120-100-82-104Z', hue.white) +
    flat(shape('M-98-102L-82-72L-68-104ZM-40-62L-62-54L-36-38ZM-36-22L-60-26L-44 0Z', '#2a3145')) +
    shape('M-138-8C-142 22-120 34-100 32C-80 30-68 16-78 2C-96-16-126-20-138-8Z', '#4a5370') +
    flat(circle(-120, 4, 5, hue.ink) + circle(-98, 8, 5, hue.ink)) +
    circle(-112, -46, 15, hue.white) +
    circle(-70, -44, 17, hue.white) +
    flat(
      circle(-116, -48, 8, hue.ink) +
        circle(-75, -46, 9, hue.ink) +
        circle(-113, -52, 3, hue.white) +
        circle(-71, -51, 3, hue.white),
    );
  return [
    field(500, 900),
    referee(180, 98, {
      mood: 'shocked',
      look: [8, 3],
      front:
        sleeve('M-46 78Q-104 100-110 40') +
        hand('palm', -112, 14, -8) +
        sleeve('M46 78Q104 96 112 40') +
        hand('palm', 114, 14, 10),
    }),
    at(770, 146, foal),
    bubble(456, 96, [628, 130], ['MOM?'], { size: 52, punch: hue.ink }),
  ];
}

function underdog(): readonly string[] {
  const pup =
    shape('M-20-30C-110-60-190-40-250-84C-240-40-262-20-236 6C-262 20-230 48-244 76C-180 50-100 50-20 20Z', hue.red) +
    shade('M-236 6C-262 20-230 48-244 76C-180 50-100 50-20 20V0Q-130 20-236 6Z') +
    line('M-120 34Q-180 44-214 76M-120 14Q-190 20-226 40', 26) +
    line('M-120 34Q-180 44-214 76M-120 14Q-190 20-226 40', 14, '#e0b072') +
    shape('M-150-4C-150-34-60-50 0-40C40-34 50 20 10 44C-40 62-150 50-150-4Z', '#e0b072') +
    shape('M-60 48C-40 20 0 10 24 26C20 50-30 58-60 48Z', hue.cream) +
    line('M10 20Q80 44 130 10', 26) +
    line('M10 20Q80 44 130 10', 14, '#e0b072') +
    circle(136, 6, 17, '#e0b072') +
    shape(
      'M10-80C-30-130-50-150-62-140C-72-116-50-70-24-46ZM66-84C86-140 108-160 120-152C132-128 116-82 92-50Z',
      '#e0b072',
    ) +
    flat(
      shape(
        'M-4-80C-28-114-44-130-50-126C-54-108-40-80-24-62ZM80-84C92-122 104-136 110-132C116-114 106-86 94-68Z',
        hue.pink,
      ),
    ) +
    shape('M34-104C80-104 104-74 100-40C96-6 70 12 36 12C0 12-26-8-28-42C-30-76-6-104 34-104Z', '#e0b072') +
    at(36, -52, face('proud', { cheeks: false }), 0, 0.8) +
    shape('M36-48Q52-50 50-41Q45-33 36-33Q27-33 22-41Q20-50 36-48Z', hue.ink);
  const cloud = 'M-60 20C-90 20-90-14-62-14C-60-44-14-48-4-24C18-44 56-30 48-4C76-6 80 20 56 20Z';
  return [
    at(110, 320, shape(cloud, hue.ice)),
    at(520, 336, shape(cloud, hue.ice), 0, 1.2),
    at(660, 300, shape(cloud, hue.white), 0, 0.8),
    line('M30 70H96M16 118H66M24 240H70', 7),
    at(350, 196, pup, -8, 1.04),
    bubble(760, 108, [480, 130], ['NEVER PICK AGAINST', 'THE UNDERDOG.'], { size: 27 }),
  ];
}

function laundry(): readonly string[] {
  const peg = (x: number, y: number) => box(x - 5, y - 16, 10, 26, 3, hue.wood);
  const shirt =
    shape('M-44 0H-16Q0 18 16 0H44L88 40L62 70L48 58V150H-48V58L-62 70L-88 40Z', hue.white) +
    line('M-34 8V146M-12 18V146M12 18V146M34 8V146M-70 48L-58 60M70 48L58 60', 9);
  const flag =
    shape('M-34 0H34L42 74Q20 62 4 78Q-14 92-40 78Z', hue.amber) + line('M-18 20Q-22 50-14 66', 4, '#d98e06');
  const boxers =
    shape('M-46 0H46L60 82H10L0 40L-10 82H-60Z', hue.sky) +
    flat(
      circle(-26, 34, 8, hue.red) +
        circle(26, 30, 8, hue.red) +
        circle(-38, 62, 8, hue.red) +
        circle(38, 62, 8, hue.red) +
        circle(0, 16, 7, hue.red),
    );
  const sock =
    shape('M-14 0H14V50L40 66Q44 84 26 84H0Q-14 82-14 66Z', hue.red) + line('M-14 16H14M-14 30H14', 5, hue.white);
  const post = (x: number) =>
    line(`M${x} 346V40M${x - 34} 50H${x + 34}`, 20) + line(`M${x} 346V40M${x - 34} 50H${x + 34}`, 8, hue.wood);
  return [
    floor(370, 700, hue.turf),
    post(60) + post(660),
    line('M60 56Q360 110 660 56', 5),
    at(152, 74, shirt, 3),
    at(282, 84, flag),
    at(392, 84, boxers),
    at(498, 78, sock, -2),
    at(566, 72, sock, -4),
    peg(114, 74) +
      peg(188, 80) +
      peg(262, 84) +
      peg(304, 86) +
      peg(358, 86) +
      peg(428, 84) +
      peg(498, 80) +
      peg(564, 74),
    guy(552, 242, {
      mood: 'happy',
      scale: 0.66,
      back: legs + limb('M-66 10Q-120 20-122 66M66 10Q110 0 120-30') + hand('palm', 124, -42, 10),
      front: hand('fist', -126, 76, 200),
    }),
    shape('M350 270H470L452 342H368Z', '#d9a45b') +
      line('M354 292H466M360 316H460M390 272L394 340M430 272L426 340', 4) +
      shape('M358 270Q372 236 400 254Q430 232 462 270Z', hue.white),
    bubble(838, 150, [626, 196], ['FLAG ON', 'THE PLAY?', 'NO, JUST', 'LAUNDRY DAY.'], { size: 25 }),
  ];
}

function microwave(): readonly string[] {
  const oven =
    box(-190, -116, 380, 226, 20, hue.steel) +
    shade('M-190 60H190V90Q190 110 170 110H-170Q-190 110-190 90Z', 0.14) +
    box(-166, -92, 240, 176, 14, '#ffd873') +
    flat(box(-150, -76, 208, 144, 8, '#fff3c4')) +
    ellipse(-46, 58, 84, 14, hue.white) +
    shape('M-112 44C-124 6-90-8-46-8C0-8 32 6 20 44Q-46 62-112 44Z', '#f0c98a') +
    line('M-72-4Q-62 20-72 48M-20-4Q-10 20-20 48', 5, '#c98f45') +
    line('M-80-24Q-90-38-80-50M-46-24Q-56-38-46-50M-12-24Q-22-38-12-50', 5, hue.orange) +
    box(94, -92, 76, 40, 6, '#12203f') +
    words(['2:00'], 132, -72, { size: 22, punch: '#ffb81f' }) +
    flat(
      [0, 1, 2].map((r) => [0, 1, 2].map((c) => circle(108 + c * 24, -30 + r * 24, 8, hue.slate)).join('')).join(''),
    ) +
    box(96, 50, 72, 34, 8, hue.red) +
    box(64, -60, 14, 112, 7, hue.slate) +
    line('M-150 110V120M150 110V120', 20) +
    gleam('M-150-60L-120-80M-150-36L-96-76', 6, 0.9);
  const fork =
    line('M0 40V-30M-16-60V-40Q-16-26 0-26Q16-26 16-40V-60M0-60V-30', 13) +
    line('M0 40V-30M-16-60V-40Q-16-26 0-26Q16-26 16-40V-60M0-60V-30', 4, hue.steel);
  return [
    floor(380, 700, '#b9774b'),
    shape('M40 262H470V286H40Z', hue.wood) + shape('M66 286H94V346H66ZM414 286H442V346H414Z', '#8f5a28'),
    at(254, 140, oven),
    guy(590, 200, {
      mood: 'silly',
      look: [-9, 2],
      scale: 0.92,
      back:
        legs +
        limb('M-66 16Q-110 30-104-16M66 16Q108 64 116 44') +
        at(-104, -40, fork) +
        at(116, 4, shape('M-9 0V-66Q14-60 9 0Z', hue.steel) + line('M0 0V36', 12)),
      front: hand('fist', -104, -20) + hand('fist', 116, 38) + shape('M-44 84Q0 56 44 84L30 104Q0 84-30 104Z', hue.red),
    }),
    bubble(822, 80, [440, 90], ['TWO-MINUTE', 'WARNING!'], { size: 32 }),
  ];
}

function podium(): readonly string[] {
  const bits = [
    [60, 60, 20, hue.red],
    [150, 30, -30, hue.turf],
    [440, 40, 40, hue.sky],
    [500, 90, -20, hue.amber],
    [40, 180, 60, hue.amber],
    [120, 130, 10, hue.sky],
    [470, 190, 70, hue.red],
    [540, 30, 15, hue.turf],
    [410, 150, -50, hue.pink],
    [170, 160, 80, hue.pink],
  ] as const;
  const steps =
    shape('M80 280H210V346H80Z', hue.steel) +
    shape('M350 300H480V346H350Z', hue.steel) +
    shape('M196 226H364V346H196Z', hue.amber) +
    shade('M320 226H364V346H320Z', 0.14) +
    words(['1'], 280, 290, { size: 66, punch: hue.ink }) +
    words(['2'], 140, 316, { size: 36, punch: '#6b7690' }) +
    words(['3'], 420, 326, { size: 28, punch: '#6b7690' });
  return [
    floor(280, 500, '#22335c'),
    steps,
    guy(280, 128, {
      mood: 'proud',
      scale: 0.6,
      back: legs + limb('M-66 4Q-120-10-116-60M66 4Q110-10 122-44') + hand('point', -118, -76, -8),
      front:
        at(126, -46, cup(), 12, 0.5) +
        hand('fist', 124, -50) +
        shape('M-36-84L8-150L34-80Q0-66-36-84Z', hue.blue) +
        flat(circle(-4, -98, 6, hue.amber) + circle(14, -112, 6, hue.amber)) +
        circle(8, -152, 11, hue.red),
    }),
    ...bits.map(([x, y, turn, color]) => at(x, y, flat(box(-10, -5, 20, 10, 2, color)), turn)),
    line('M60 230Q84 214 78 238T100 244M470 250Q494 234 488 258T510 262', 5, hue.red),
    bubble(750, 140, [352, 122], ['UNDEFEATED!', 'IN A POOL OF ONE.'], { size: 30 }),
  ];
}

export const scenes5: readonly Scene[] = [
  { name: 'zebra', title: 'A young zebra meets a referee: Mom?', draw: zebra },
  { name: 'underdog', title: 'Never pick against the underdog.', draw: underdog },
  { name: 'laundry', title: 'Flag on the play? No, laundry day.', draw: laundry },
  { name: 'microwave', title: 'The microwave gives the two-minute warning.', draw: microwave },
  { name: 'podium', title: 'Undefeated, in a pool of one.', draw: podium },
];
