// Who draws the rays: WebGPU where the browser has an adapter for it, WebGL 2 elsewhere. Each has
//   build(typed): compiles the surface and gives { degree, text }; throws what is wrong with it,
//   draw(view): draws, and is done when the picture is; view has size, turn, away, ball, paper,
//   close().
import { fragmentGlsl, shadersWgsl, vertexGlsl } from "./rays_shaders.mjs";

const textOf = async (name) => (await fetch(new URL(name, import.meta.url))).text();

/** `wanted`: "webgl" or "webgpu" for that alone, anything else for the better one that is there; null where none is. */
export async function drawer(canvas, wanted, lost) {
  if (wanted !== "webgl") {
    const drawn = await webGpu(canvas, lost).catch(() => null);
    if (drawn !== null || wanted === "webgpu") return drawn;
  }
  return webGl(canvas, lost);
}

async function webGpu(canvas, lost) {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return null;
  const device = await adapter.requestDevice();
  const realRoots = await textOf("./real_roots.wgsl");
  const context = canvas.getContext("webgpu");
  if (context === null) return null;
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: "opaque" });
  let closed = false;
  device.lost.then(() => closed || lost());
  const uniforms = device.createBuffer({ size: 48, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  let pipeline = null;
  let group = null;
  return {
    name: "WebGPU",
    async build(typed) {
      const { degree, text } = shadersWgsl(typed, realRoots);
      device.pushErrorScope("validation");
      const module = device.createShaderModule({ code: text });
      const made = device.createRenderPipeline({
        layout: "auto",
        vertex: { module, entryPoint: "corners" },
        fragment: { module, entryPoint: "pixel", targets: [{ format }] },
      });
      const wrong = await device.popErrorScope();
      if (wrong) throw new Error(`the graphics driver refuses the shader: ${wrong.message}`);
      pipeline = made;
      group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: { buffer: uniforms } }] });
      return { degree, text };
    },
    async draw({ size, turn, paper, away, ball }) {
      device.queue.writeBuffer(uniforms, 0, new Float32Array([...size, ...turn, ...paper, away, ball, 0, 0, 0]));
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginRenderPass({ colorAttachments: [{ view: context.getCurrentTexture().createView(), loadOp: "clear", storeOp: "store" }] });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.draw(3);
      pass.end();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    },
    close() {
      closed = true;
      device.destroy();
    },
  };
}

async function webGl(canvas, lost) {
  const realRoots = await textOf("./real_roots.glsl");
  const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
  if (gl === null) return null;
  let closed = false;
  canvas.addEventListener("webglcontextlost", () => closed || lost());
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  let program = null;
  const shaderOf = (kind, text) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  };
  return {
    name: "WebGL 2",
    async build(typed) {
      const { degree, text } = fragmentGlsl(typed, realRoots);
      const made = gl.createProgram();
      const pixels = shaderOf(gl.FRAGMENT_SHADER, text);
      for (const shader of [shaderOf(gl.VERTEX_SHADER, vertexGlsl), pixels]) {
        gl.attachShader(made, shader);
        gl.deleteShader(shader); // with the program
      }
      gl.bindAttribLocation(made, 0, "corner");
      gl.linkProgram(made);
      if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
        const told = gl.getShaderInfoLog(pixels) || gl.getProgramInfoLog(made);
        gl.deleteProgram(made);
        throw new Error(`the graphics driver refuses the shader: ${told}`);
      }
      gl.deleteProgram(program);
      program = made;
      return { degree, text };
    },
    async draw({ size, turn, paper, away, ball }) {
      gl.viewport(0, 0, ...size);
      gl.useProgram(program);
      const place = (name) => gl.getUniformLocation(program, name);
      gl.uniform2f(place("size"), ...size);
      gl.uniform2f(place("turn"), ...turn);
      gl.uniform1f(place("away"), away);
      gl.uniform1f(place("ball"), ball);
      gl.uniform3f(place("paper"), ...paper);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.readPixels(size[0] >> 1, size[1] >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until all is drawn
    },
    close() {
      closed = true;
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}
