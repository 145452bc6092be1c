import { cow, dog, pompom, sleeve } from './cast.ts';
import { face } from './face.ts';
import { guy } from './guy.ts';
import { at, box, circle, ellipse, flat, gleam, hand, hue, limb, line, shade, shape, shoe } from './pen.ts';
import { goalPost } from './props.ts';
import type { Scene } from './scene.ts';
import { bubble, field, floor, words } from './stage.ts';

function punt(): readonly string[] {
  const page =
    box(-62, -62, 124, 128, 14, hue.white) +
    shape('M-62-24V-48Q-62-62-48-62H48Q62-62 62-48V-24Z', hue.red) +
    words(['MON'], 0, -42, { size: 24, punch: hue.white }) +
    line('M-32-72V-54M32-72V-54', 9) +
    at(0, 14, face('shocked', { cheeks: false }), 0, 0.72);
  const kicker = guy(345, 190, {
    mood: 'angry',
    look: [7, -4],
    turn: -16,
    back:
      limb('M-27 84Q-26 120-2 150') + shoe(2, 154, 16) + limb('M-66 10Q-112 24-124 64') + hand('fist', -126, 74, 200),
    front: limb('M30 80Q92 100 134 72') + shoe(146, 58, -58) + limb('M68-6Q108-22 124-58') + hand('palm', 128, -74, 16),
  });
  return [
    field(555, 850),
    goalPost(850, 1),
    kicker,
    line('M548 214Q580 176 610 158M534 176Q560 146 592 130M572 246Q600 212 628 192', 7),
    at(690, 108, page, 18),
    bubble(150, 76, [278, 122], ['MONDAY?', 'PUNT IT.'], { size: 30 }),
  ];
}

function coinToss(): readonly string[] {
  const coin =
    ellipse(10, 6, 112, 112, '#b96a06') +
    circle(0, 0, 110, 'url(#gold)') +
    circle(0, 0, 88, '#ffcf4d') +
    gleam('M-74-30Q-60-66-24-78', 8, 0.8) +
    at(0, -12, face('dizzy'), 0, 1.15);
  const star = 'M0-16L5-5L17-4L8 4L11 16L0 9L-11 16L-8 4L-17-4L-5-5Z';
  const arm = sleeve('M36 338Q120 352 196 330') + at(232, 312, hand('thumb', 0, 0), 8, 1.8);
  return [
    arm,
    line('M170 76Q180 30 228 12M456 200Q448 238 412 258', 6),
    at(312, 136, coin, -12),
    at(130, 210, shape(star, hue.amber)),
    at(452, 40, shape(star, hue.amber), 20, 1.3),
    bubble(724, 128, [440, 150], ['HEADS... TAILS...', 'HEADS... TAILS...', "I'M GOING TO BE SICK."], { size: 28 }),
  ];
}

function lonelyPost(): readonly string[] {
  const pad =
    box(-66, -78, 132, 162, 30, hue.blue) +
    shade('M20-78H36Q66-78 66-48V54Q66 84 36 84H0Q46 40 20-78Z') +
    gleam('M-50-40V20', 8, 0.4) +
    at(0, -18, face('sad', { look: [4, 6] })) +
    shape('M38 6Q50 24 38 30Q26 26 38 6Z', hue.sky);
  return [
    field(250, 420),
    goalPost(250, 1.12),
    at(250, 264, pad),
    at(420, 70, guy(0, 0, { mood: 'silly', lying: true, scale: 0.42 }), -30),
    line('M470 62Q496 54 520 54M464 88Q492 84 512 86', 6),
    bubble(720, 190, [330, 238], ['EVERYBODY AIMS AT ME.', 'NOBODY HUGS ME.']),
  ];
}

function cheer(): readonly string[] {
  const arms = limb('M-54 92Q-110 60-116-6', hue.white) + pompom(-120, -22, hue.amber);
  const arms2 = limb('M54 92Q110 60 116-6', hue.white) + pompom(120, -22, hue.amber);
  return [
    floor(740, 330, hue.turf),
    line('M646 338Q660 346 676 344M800 344Q820 348 836 338', 5),
    cow(740, 92, { mood: 'proud', front: arms + arms2, turn: 4, scale: 0.94 }),
    bubble(300, 130, [590, 150], ['GIMME AN M!', "GIMME TWO O'S!", 'WHAT DO YOU GET? MILK.'], {
      size: 29,
      punch: hue.forest,
    }),
  ];
}

function goodBoy(): readonly string[] {
  const board =
    line('M-120 96L-136 188M120 96L136 188', 16) +
    line('M-120 96L-136 188M120 96L136 188', 5, hue.wood) +
    box(-170, -110, 340, 220, 12, hue.wood) +
    box(-152, -92, 304, 184, 6, '#1d4a3a') +
    words(['DOG  13-3', 'YOU  3-13'], 0, -8, { size: 34, color: '#ffe9a8', punch: '#ffb3b6' }) +
    line('M-100 66H-20M16 66H96', 4, '#cfe8da');
  return [
    floor(390, 700, '#a9683a'),
    at(210, 158, board),
    ellipse(396, 340, 58, 16, hue.red) +
      shape('M342 338L352 312H440L450 338Q396 356 342 338Z', hue.red) +
      ellipse(396, 312, 44, 11, '#8a5527'),
    dog(580, 126, { mood: 'smug', look: [-5, 0] }),
    bubble(838, 110, [662, 130], ["WHO'S A", 'GOOD BOY', 'NOW?'], { size: 32, punch: hue.forest }),
  ];
}

function socks(): readonly string[] {
  const grid = 'M-112-56H112M-112-26H112M-112 4H112M-112 34H112M-66-92V66M-10-92V66M48-92V66';
  const screen =
    shape('M-30 92H30L40 128H-40Z', hue.slate) +
    box(-136, -108, 272, 200, 16, '#3a4663') +
    box(-114, -90, 228, 158, 6, '#f2fff7') +
    flat(box(-114, -90, 228, 34, 6, hue.turf)) +
    line(grid, 3, '#9ccdb3') +
    line('M-100 46L-60 14L-24 30L20-20L62-2L100-42', 8, hue.red) +
    circle(100, -42, 8, hue.amber);
  const paper = [0, 1, 2, 3, 4].map((i) => box(i % 2 === 0 ? 0 : 8, 66 - i * 13, 108, 14, 3, hue.white)).join('');
  return [
    floor(345, 650, '#7a8db3'),
    guy(476, 166, { mood: 'tired', look: [-6, 0], back: limb('M-66 20Q-104 44-98 90M66 20Q96 50 84 96') }),
    shape('M40 262H650V290H40Z', hue.wood) + shape('M66 290H92V346H66ZM596 290H622V346H596Z', '#8f5a28'),
    at(196, 134, screen),
    at(556, 196, paper, 0, 0.85),
    hand('fist', 378, 250) + hand('fist', 560, 252),
    box(330, 252, 26, 10, 5, hue.steel),
    bubble(800, 112, [562, 96], ['AFTER 40', 'SPREADSHEETS:', 'I LIKE THEIR', 'SOCKS.'], { size: 26 }),
  ];
}

export const scenes1: readonly Scene[] = [
  { name: 'punt', title: 'Monday? Punt it.', draw: punt },
  { name: 'coin', title: 'A coin after the toss feels sick.', draw: coinToss },
  { name: 'post', title: 'Everybody aims at the goal post, nobody hugs it.', draw: lonelyPost },
  { name: 'cheer', title: 'A cow cheers: gimme an M, gimme two Os!', draw: cheer },
  { name: 'dog', title: 'The dog picks 13 to 3. Who is a good boy now?', draw: goodBoy },
  { name: 'socks', title: 'After 40 spreadsheets: I like their socks.', draw: socks },
];
