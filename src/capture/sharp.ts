import sharp from "sharp";

// One observation works on one picture at a time: the operation cache would only hold memory back.
sharp.cache(false);
// A second libvips thread brought nothing for a screen-sized resize (measured), and costs the models a core.
sharp.concurrency(1);

export { sharp };
