import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";

function write(call: Call): readonly Finding[] {
  const targets = call.args.filter(({ text }) => !text.startsWith("-"));
  return [{ id: "disk.write", label: call.program.name, targets }];
}

/** Tools that show partitions as well: with `-l` alone they only do that. */
function partition(call: Call): readonly Finding[] {
  const isList = call.args.some(({ text }) => /^(-l|--list|-p|--print|print|-v)$/.test(text));
  return isList ? [] : write(call);
}

function diskutil(call: Call): readonly Finding[] {
  return /^(erase|partition|zero|secureErase|reformat)/i.test(call.args[0]?.text ?? "") ? write(call) : [];
}

function format(call: Call): readonly Finding[] {
  return call.args.some(({ text }) => /^[a-z]:$/i.test(text)) ? write(call) : [];
}

const names = [
  ...["mkfs", "mkswap", "mke2fs", "newfs", "wipefs", "blkdiscard", "hdparm", "cfdisk"],
  ...["ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "fat", "ntfs", "f2fs", "exfat", "msdos", "minix"].map(
    (type) => `mkfs.${type}`,
  ),
  ...["format-volume", "clear-disk", "initialize-disk", "remove-partition"],
];

export const diskFamily: Family = {
  ...Object.fromEntries(names.map((name) => [name, write])),
  fdisk: partition,
  sfdisk: partition,
  sgdisk: partition,
  gdisk: partition,
  parted: partition,
  diskutil,
  format,
};
