"""
Roots of polynomials and solutions of systems of polynomial equations, each with a proof, by libvieta.

    julia> using Vieta
    julia> Vieta.roots("x^5 - x - 1")[end]

The library is looked for by its name; `VIETA_LIBRARY` in the environment names another file.
"""
module Vieta

using Libdl

# `ccall` wants a constant name or a pointer: functions are looked up when they are called.
const library = Ref{Ptr{Cvoid}}(C_NULL)
call(name::Symbol) = Libdl.dlsym(library[], name)
__init__() = (library[] = Libdl.dlopen(get(ENV, "VIETA_LIBRARY", "libvieta")))

const SOLVED = Cint(0)
const PARTIAL = Cint(2)

"What one line of the library's says: what was found, and what was expected."
struct VietaError <: Exception
    line::String
end
Base.showerror(io::IO, e::VietaError) = print(io, e.line)
last_error() = VietaError(unsafe_string(ccall(call(:vieta_error_text), Cstring, ())))

version() = unsafe_string(ccall(call(:vieta_version), Cstring, ()))

# As `vieta_root` in vieta.h.
struct CRoot
    re::Cdouble
    im::Cdouble
    radius::Cdouble
    multiplicity::Int64
    status::Cint
    real::Int32
    imaginary::Int32
end

# As `vieta_point`.
struct CPoint
    re::Ptr{Cdouble}
    im::Ptr{Cdouble}
    radius::Cdouble
    residual::Cdouble
    certified::Int32
    real::Int32
    regular::Int32
    digits::Int32
    multiplicity::Csize_t
end

"A root, or `multiplicity` of them, within `radius` of `value`. `status`: how much of that is proven."
struct Disc
    value::ComplexF64
    radius::Float64
    multiplicity::Int
    status::Symbol
    real::Bool
end
const STATUSES = (:isolated, :cluster, :wide, :unproven, :at_border, :multiple)

function discs(result::Ptr{Cvoid})
    result == C_NULL && throw(last_error())
    try
        count = ccall(call(:vieta_roots_count), Csize_t, (Ptr{Cvoid},), result)
        first = ccall(call(:vieta_roots_discs), Ptr{CRoot}, (Ptr{Cvoid},), result)
        return map(1:Int(count)) do k
            z = unsafe_load(first, k)
            Disc(complex(z.re, z.im), z.radius, z.multiplicity, STATUSES[z.status+1], z.real == 1)
        end
    finally
        ccall(call(:vieta_roots_free), Cvoid, (Ptr{Cvoid},), result)
    end
end

"""
    roots(p)

All complex roots of a polynomial: of a text, exactly as it is written (`"x^2 - 1/3"`), or of coefficients, the constant
first.
"""
function roots(text::AbstractString)
    result = Ref{Ptr{Cvoid}}(C_NULL)
    ccall(call(:vieta_roots_of_text), Cint, (Cstring, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}), text, C_NULL, C_NULL, result)
    return discs(result[])
end
function roots(coefficients::AbstractVector{<:Number})
    re = Vector{Float64}(real.(coefficients))
    im = eltype(coefficients) <: Real ? C_NULL : Vector{Float64}(imag.(coefficients))
    result = Ref{Ptr{Cvoid}}(C_NULL)
    ccall(call(:vieta_roots_of), Cint, (Csize_t, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          length(re), re, im, C_NULL, C_NULL, result)
    return discs(result[])
end

"""
    real_roots(columns, lo = -Inf, hi = Inf)

The real roots from lo to hi of many polynomials of degree 64 at most, one in each column, the constant first: a vector of
roots for each, or `nothing` where something could not be decided.
"""
function real_roots(columns::AbstractMatrix{<:Real}, lo::Real = -Inf, hi::Real = Inf)
    rows = Matrix{Float64}(columns)
    width, count = size(rows)
    1 <= width <= 65 || throw(VietaError("columns: found $width coefficients, expected 1 to 65"))
    degree = width - 1
    found = Matrix{Float64}(undef, max(degree, 1), max(count, 1))
    counts, statuses = zeros(UInt8, max(count, 1)), zeros(UInt8, max(count, 1))
    code = ccall(call(:vieta_real_roots), Cint,
                 (Csize_t, Cint, Ptr{Cdouble}, Cdouble, Cdouble, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cdouble}, Ptr{UInt8}, Ptr{UInt8}, Ptr{UInt64}),
                 count, degree, rows, lo, hi, C_NULL, C_NULL, found, counts, statuses, C_NULL)
    code == SOLVED || code == PARTIAL || throw(last_error())
    return [statuses[k] in (0, 1, 5) ? found[1:Int(counts[k]), k] : nothing for k in 1:count]
end

"A solution: exactly one true one lies within `radius` of `x` in every coordinate, if `certified`."
struct Solution
    x::Vector{ComplexF64}
    radius::Float64
    certified::Bool
    real::Bool
    multiplicity::Int
end

"""
    solve(system)

All isolated complex solutions, as `(variables, solutions, complete)`: `solve("x^2 + y^2 - 4; x*y - 1")`. `complete`: it is
proven that none is missing.
"""
function solve(system::AbstractString)
    result = Ref{Ptr{Cvoid}}(C_NULL)
    ccall(call(:vieta_solve_of), Cint, (Cstring, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}), system, C_NULL, C_NULL, result)
    result[] == C_NULL && throw(last_error())
    try
        n = Int(ccall(call(:vieta_points_variables), Csize_t, (Ptr{Cvoid},), result[]))
        variables = map(1:n) do v
            unsafe_string(ccall(call(:vieta_points_variable), Cstring, (Ptr{Cvoid}, Csize_t), result[], v - 1))
        end
        count = Int(ccall(call(:vieta_points_count), Csize_t, (Ptr{Cvoid},), result[]))
        solutions = map(1:count) do k
            p = ccall(call(:vieta_points_at), CPoint, (Ptr{Cvoid}, Csize_t), result[], k - 1)
            x = [complex(unsafe_load(p.re, v), unsafe_load(p.im, v)) for v in 1:n]
            Solution(x, p.radius, p.certified == 1, p.real == 1, p.multiplicity)
        end
        complete = ccall(call(:vieta_points_complete), Cint, (Ptr{Cvoid},), result[]) == 1
        return (variables = variables, solutions = solutions, complete = complete)
    finally
        ccall(call(:vieta_points_free), Cvoid, (Ptr{Cvoid},), result[])
    end
end

end
