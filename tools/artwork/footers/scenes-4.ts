import { dog } from './cast.ts';
import { face } from './face.ts';
import { guy, legs } from './guy.ts';
import { at, box, circle, ellipse, flat, gleam, hand, hue, limb, line, shade, shape, shoe } from './pen.ts';
import type { Scene } from './scene.ts';
import { bubble, field, floor, sign, words } from './stage.ts';

function iced(): readonly string[] {
  const penguin =
    shape('M-40 116C-60 112-70 124-62 130H-14V116ZM40 116C60 112 70 124 62 130H14V116Z', hue.orange) +
    shape('M-58-10Q-104 30-86 72Q-70 60-56 40ZM58-10Q104 30 86 72Q70 60 56 40Z', '#22335c') +
    shape('M0-96C52-96 66-50 68 20C70 84 48 122 0 122C-48 122-70 84-68 20C-66-50-52-96 0-96Z', '#22335c') +
    shape('M0-24C20-60 54-40 52 20C50 86 30 112 0 112C-30 112-50 86-52 20C-54-40-20-60 0-24Z', hue.white) +
    at(0, -28, face('smug', { lid: '#dfe5ee', look: [-6, 0], cheeks: false }), 0, 0.72) +
    shape('M-20-18Q0-32 20-18Q0 8-20-18Z', hue.orange) +
    line('M-34-84Q0-116 34-84', 14) +
    line('M-34-84Q0-116 34-84', 5, hue.red) +
    box(-62, -62, 18, 34, 8, hue.red) +
    box(44, -62, 18, 34, 8, hue.red);
  const cube = 'M130 74L356 58L420 92L416 316L374 342L144 346L98 306L104 104Z';
  return [
    ellipse(330, 346, 310, 20, '#d7efff'),
    guy(256, 214, {
      mood: 'shocked',
      scale: 0.84,
      turn: 10,
      back:
        limb('M-27 84V138M30 80Q70 96 96 84') +
        shoe(-30, 140, 0, true) +
        shoe(104, 74, -50) +
        limb('M-66 10Q-104 0-108-36M66 10Q104 10 112-30') +
        hand('palm', -110, -46) +
        hand('palm', 114, -40),
    }),
    shape(cube, '#9fd8ff', ' fill-opacity=".5"'),
    line('M104 104L360 92L420 92M360 92L356 58M360 92L374 342', 4, '#e9f7ff'),
    gleam('M130 130V230M130 252V270M200 84L300 76', 9, 0.9),
    line('M160 346V360M380 340V356', 7, '#9fd8ff'),
    at(548, 218, penguin),
    bubble(806, 110, [612, 150], ['WE ICED', 'THE KICKER.'], { size: 32, punch: '#1668a8' }),
  ];
}

function bench(): readonly string[] {
  const plank =
    shape('M-250-14H250V14H-250Z', hue.wood) +
    line('M-240 0H240', 3, '#8f5a28') +
    shape('M-190 14H-160L-150 66H-180ZM160 14H190L180 66H150Z', '#8f5a28') +
    gleam('M-236-6H-100', 4, 0.5);
  const cap = (x: number, color: string) =>
    at(
      x,
      -16,
      shape('M-40 0C-46-60 34-70 44-14L40 0Z', color) +
        line('M-34-30Q0-52 34-28', 6, hue.white) +
        line('M44-14Q62-8 58 8H36', 5) +
        circle(4, -10, 6, hue.ink),
      0,
      0.9,
    );
  return [
    field(330, 560),
    guy(320, 236, {
      mood: 'angry',
      look: [0, -4],
      scale: 0.7,
      back: legs + limb('M-66 0Q-130-30-112-120M66 0Q130-30 112-120'),
    }),
    at(320, 130, plank + cap(-190, hue.red) + cap(0, hue.blue) + cap(180, hue.turf), -3),
    hand('fist', 240, 148) + hand('fist', 400, 140),
    shape('M416 196Q428 214 416 220Q404 214 416 196ZM232 206Q244 224 232 230Q220 224 232 206Z', hue.sky),
    bubble(724, 232, [400, 244], ['BENCHED?', 'I BENCH', 'BENCHES.'], { size: 34 }),
  ];
}

function snooze(): readonly string[] {
  const clock =
    line('M-30 44L-44 62M30 44L44 62M0-60V-72', 9) +
    shape('M-52-34A28 28 0 0 1-8-60ZM52-34A28 28 0 0 0 8-60Z', hue.amber) +
    circle(0, 0, 54, hue.red) +
    circle(0, 0, 40, hue.white) +
    at(0, -6, face('angry', { cheeks: false }), 0, 0.62);
  return [
    floor(400, 760, '#5b4a8a'),
    box(20, 120, 26, 226, 10, '#8f5a28') + box(606, 200, 24, 146, 10, '#8f5a28') + box(36, 262, 580, 46, 10, hue.wood),
    shape('M54 262C40 220 50 190 100 190H190C226 190 232 230 222 262Z', hue.white) +
      shade('M60 262Q140 236 222 262Z', 0.12),
    guy(196, 186, { mood: 'asleep', lying: true, scale: 0.8, turn: -14 }),
    shape('M170 272C190 210 270 190 340 206C430 176 540 190 606 226V290Q500 306 400 294Q270 306 170 272Z', hue.turf) +
      line('M262 210Q290 250 284 292M356 202Q388 246 384 292M456 190Q488 240 486 298', 5, '#0f6b40') +
      shade('M176 266Q380 300 606 262V290Q500 306 400 294Q270 306 170 272Z'),
    hand('fist', 268, 232, 80),
    line('M700 302V346M760 302V346', 12) + box(664, 286, 132, 22, 8, hue.wood),
    at(730, 222, clock),
    line('M640 190Q628 208 636 228M820 190Q832 208 824 228', 6),
    words(['Z'], 318, 120, { size: 30, punch: hue.slate }) +
      words(['Z'], 356, 80, { size: 38, punch: hue.slate }) +
      words(['Z'], 404, 36, { size: 46, punch: hue.slate }),
    bubble(640, 76, [470, 180], ['1ST AND 10...', 'MORE MINUTES.'], { size: 29 }),
  ];
}

function turkey(): readonly string[] {
  const feather = (turn: number, color: string) =>
    at(0, 30, shape('M-22 0C-50-90-34-160 0-166C34-160 50-90 22 0Z', color) + line('M0-30V-120', 4), turn);
  const bird =
    limb('M-24 130V166M24 130V166', hue.orange) +
    line('M-24 166L-46 178M-24 166V180M-24 166L-4 178M24 166L4 178M24 166V180M24 166L46 178', 7, hue.orange) +
    [
      feather(-76, hue.red),
      feather(76, hue.red),
      feather(-50, hue.amber),
      feather(50, hue.amber),
      feather(-25, hue.turf),
      feather(25, hue.turf),
      feather(0, hue.orange),
    ].join('') +
    ellipse(0, 72, 76, 74, '#8a4a22') +
    flat(ellipse(4, 90, 44, 46, '#b06a35')) +
    shape('M-46-26C-46-74 46-74 46-26C46 10 40 40 30 56Q0 70-30 56C-40 40-46 10-46-26Z', '#8a4a22') +
    at(0, -22, face('nervous', { look: [5, 0], cheeks: false }), 0, 0.78) +
    shape('M-20 2H20L4 28Q0 32-4 28Z', hue.amber) +
    shape('M-10 22C-22 40-16 58-4 56C8 54 4 36 2 24Z', hue.red) +
    shape('M-50-58H50V-50H-50ZM-30-58V-98H30V-58Z', '#2a3145') +
    box(-30, -74, 60, 12, 0, hue.amber);
  return [
    floor(330, 600, '#b98a4a'),
    at(230, 166, bird, -4),
    line('M480 160V340', 20) + line('M480 160V340', 8, hue.wood),
    limb('M298 236Q380 290 470 246', '#8a4a22'),
    sign(640, 130, ['THIS THURSDAY', "PICK 'HAM."], hue.cream, { size: 42 }),
    shape('M462 236Q478 216 496 236Q502 258 480 260Q460 258 462 236Z', '#b06a35'),
  ];
}

function lock(): readonly string[] {
  const padlock =
    line('M-62-60V-104C-62-184 62-184 62-104V-60', 42) +
    line('M-62-60V-104C-62-184 62-184 62-104V-60', 28, hue.steel) +
    gleam('M-68-70V-104C-66-140-44-156-20-160', 6, 0.9) +
    box(-108, -66, 216, 178, 30, 'url(#gold)') +
    shade('M60-66H78Q108-66 108-36V82Q108 112 78 112H20Q80 50 60-66Z', 0.14) +
    at(0, 2, face('smug', { lid: '#e8a11c', look: [-7, 3] }), 0, 1.1) +
    line('M-104-20Q-150 30-60 88M104-20Q150 30 60 88', 18) +
    line('M-104-20Q-150 30-60 88M104-20Q150 30 60 88', 7, '#e8930c') +
    hand('fist', -46, 90, 80) +
    hand('fist', 46, 90, -80);
  const clock =
    circle(0, 0, 44, hue.white) +
    line('M0-26V0L16 12M0-36V-38M36 0H38M0 36V38M-36 0H-38', 6) +
    circle(0, 0, 3, hue.ink);
  return [
    field(340, 640),
    at(130, 70, clock, -10),
    guy(128, 256, {
      mood: 'sad',
      look: [8, -3],
      scale: 0.56,
      back: legs + limb('M66 6Q120 0 140-44M-66 10Q-100 40-94 76') + hand('fist', -92, 88, 180),
      front:
        at(
          150,
          -72,
          box(-34, -46, 68, 84, 6, hue.white) + line('M-20-26L-14-20L-4-32M4-26H22M-20 0L-14 6L-4-6M4 0H22', 5),
          12,
        ) + hand('fist', 142, -46),
    }),
    at(440, 228, padlock),
    bubble(790, 110, [560, 190], ['6 MINUTES LATE?', 'SORRY, PAL.', "I'M A LOCK."], { size: 28 }),
  ];
}

function fumble(): readonly string[] {
  const slice =
    shape('M-86-40Q0-80 86-40L10 96Q0 108-10 96Z', '#ffd257') +
    shape('M-92-36C-104-62-40-86 0-86C40-86 104-62 92-36Q0-78-92-36Z', '#d9903a') +
    circle(-30, -18, 17, hue.red) +
    circle(32, -24, 17, hue.red) +
    circle(2, 34, 16, hue.red) +
    gleam('M-58-28L-44-34', 6, 0.7) +
    line('M-52 22V44M40 46V62M20 80V96', 12) +
    line('M-52 18V44M40 40V62M20 74V96', 5, '#ffd257');
  return [
    floor(480, 920, '#8c5a8f'),
    line('M60 150H130M36 196H110M70 242H136', 7),
    guy(290, 196, {
      mood: 'shocked',
      look: [9, 4],
      lying: true,
      turn: 12,
      back:
        limb('M-100 20Q-150 30-166 70M-90-10Q-150-20-180-50') +
        shoe(-170, 76, 110) +
        shoe(-186, -54, 140) +
        limb('M96-24Q140-56 180-44'),
      front: hand('palm', 190, -44, 80) + limb('M86 34Q140 60 182 40') + hand('palm', 194, 38, 80),
    }),
    at(610, 250, slice, 24, 0.86),
    line('M540 160Q548 140 566 132M680 176Q692 188 694 206M560 330H540M690 336H712', 6),
    dog(872, 164, { mood: 'proud', scale: 0.8 }),
    bubble(500, 58, [380, 136], ['FUMBLE!'], { size: 36 }),
    bubble(826, 46, [872, 100], ['0-SECOND RULE!'], { size: 24, punch: hue.forest }),
  ];
}

export const scenes4: readonly Scene[] = [
  { name: 'iced', title: 'A penguin: we iced the kicker.', draw: iced },
  { name: 'bench', title: 'Benched? I bench benches.', draw: bench },
  { name: 'snooze', title: 'In bed: first and ten more minutes.', draw: snooze },
  { name: 'turkey', title: 'A turkey with a sign: this Thursday pick ham.', draw: turkey },
  { name: 'lock', title: 'Six minutes late? Sorry, pal. I am a lock.', draw: lock },
  { name: 'fumble', title: 'A dive for a falling slice of pizza: fumble!', draw: fumble },
];
